import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BlastRadius } from '#sync/read/blast-facts.ts';
import { fetchedBody } from '#tests/page/fake-answers.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { AccessValueProvider, makeAccess } from '#src/platform/session/access-context.tsx';
import type {
  ChangesBefore,
  ChangesBeforeRead,
  useChangesBefore,
} from '#src/views/changes/use-changes-before.ts';
import { BlastPage } from './blast-page.tsx';

type UseChanges = typeof useChangesBefore;

const changes = vi.hoisted(() => ({ read: { is: 'loading' } as unknown, untilMs: [] as number[] }));
vi.mock('#src/views/changes/use-changes-before.ts', () => ({
  KEPT_DAYS: 7,
  MOST_ITEMS: 100,
  MOST_LINES: 200,
  useChangesBefore: ((_ids, untilMs) => {
    changes.untilMs.push(untilMs);
    return changes.read as ChangesBeforeRead; // as: hoisted above the type
  }) satisfies UseChanges,
}));

const START = { kind: 'config', id: 'g-1' } as const;
const WHOLE: BlastRadius = {
  start: null,
  affected: [],
  upstream: [],
  components: new Map(),
  checks: [],
  incidents: [],
  unread: [],
  uncheckedIds: [],
  cut: [],
  isAllHere: { ties: true, checks: true, incidents: true },
};
const INCIDENT = {
  id: 'i-1',
  number: 'INC-7',
  title: 'Slow',
  severity: 'high',
  status: 'open',
  of: [START],
} as const;
const NONE_CHANGED: ChangesBefore = {
  lines: [],
  total: 0,
  basis: 'server',
  asOf: null,
  reason: null,
  lacksBeforeMs: null,
  isPartial: false,
};
const FOUND: ChangesBeforeRead = { is: 'found', value: NONE_CHANGED };

let replica: FakeReplica;

beforeEach(() => {
  // jsdom cannot scroll; the router does when it begins.
  vi.spyOn(globalThis, 'scrollTo').mockReturnValue();
  changes.read = FOUND;
  changes.untilMs = [];
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await replica.close();
});

interface Shown {
  reason?: string | null;
  flags?: Readonly<Record<string, string>>;
  /** Collections that the server does not give to this person. */
  refused?: readonly string[];
}

async function show(
  radius: Partial<BlastRadius>,
  { reason = null, flags = {}, refused = [] }: Shown = {},
): Promise<void> {
  replica = createFakeReplica({ late: { ...WHOLE, ...radius } });
  vi.mocked(replica.sync.fetchDocument).mockResolvedValue(
    fetchedBody({ body: [], asOf: '2026-11-20T11:00:00Z', reason }),
  );
  const access = makeAccess({
    areRolesKnown: true,
    areFlagsSettled: true,
    isLastKnown: false,
    roles: ['viewer'],
    flags,
    refused,
  });
  const root = createRootRoute({
    component: () => (
      <ReplicaFrame replica={replica}>
        <AccessValueProvider access={access}>
          <BlastPage raw={{}} start={START} onChange={() => undefined} />
        </AccessValueProvider>
      </ReplicaFrame>
    ),
  });
  const router: AnyRouter = createRouter({ routeTree: root, history: createMemoryHistory() });
  render(<RouterProvider router={router} />);
  await screen.findByRole('region', { name: 'Changed upstream' });
}

/** What a section says, without its name and the times that can be chosen in it. */
function said(name: string): string {
  const text = screen.getByRole('region', { name }).textContent ?? '';
  return text.replace(name, '').replaceAll(/Changes of the|Last (?:hour|\d+ (?:hours|days))/gu, '');
}

describe('[I23] a section of a blast radius', () => {
  test('says none, and counts, where all that decides it is here', async () => {
    await show({});
    expect(said('What depends on it')).toBe('0Nothing depends on it.');
    expect(said('Checks that watch it')).toBe('0No check watches it.');
    expect(said('Open incidents')).toBe('0No open incident has evidence of any of this.');
    expect(said('Changed upstream')).toContain('Nothing was changed upstream in this time.');
  });

  test('says only what is known here where something of it is not, each for itself', async () => {
    await show({ isAllHere: { ties: true, checks: false, incidents: false } });
    expect(said('What depends on it')).toBe('0Nothing depends on it.');
    expect(said('Checks that watch it')).toBe('0 so farNo check that is known on this device watches it.');
    expect(said('Open incidents')).toBe(
      '0 so farNo incident that is known on this device has evidence of any of this.',
    );
  });

  test('says nothing of none where it is not known what hangs on what', async () => {
    await show({ isAllHere: { ties: false, checks: true, incidents: true }, incidents: [INCIDENT] });
    expect(said('What depends on it')).toBe('0 so farNothing that is known on this device depends on it.');
    expect(said('Checks that watch it')).toBe('0 so farNo check that is known on this device watches it.');
    expect(said('Open incidents')).toContain('1 so far');
    expect(said('Changed upstream')).toContain('No change upstream is known on this device.');
    expect(screen.getByText('Not every component is on this device yet.')).toBeTruthy();
  });

  test('neither counts nor says none of what hangs on it while its relationships were not read', async () => {
    await show({ unread: ['g-1'] });
    expect(said('What depends on it')).toBe('Its relationships are not on this device.');
  });

  test.each<ChangesBeforeRead>([
    { is: 'loading' },
    { is: 'forbidden' },
    { is: 'failed', error: { message: 'The disk broke.' } },
  ])('neither counts nor says none of changes that are $is', async (read) => {
    changes.read = read;
    await show({});
    expect(said('Changed upstream')).not.toMatch(/0|Nothing was changed|No change upstream/u);
  });
});

test.each([{ flags: { 'incidents.disable': 'true' } }, { refused: ['incidents'] }])(
  'has no incidents where they are off, or not for this role: %o',
  async (access) => {
    await show({ incidents: [INCIDENT] }, access);
    expect(screen.queryByRole('region', { name: 'Open incidents' })).toBeNull();
    expect(screen.queryByText(/INC-7/u)).toBeNull();
  },
);

test('looks for changes up to now when it is refreshed, and not before', async () => {
  const now = vi.spyOn(Date, 'now');
  await show({});
  const first = changes.untilMs[0] ?? 0;
  expect(new Set(changes.untilMs)).toEqual(new Set([first]));
  now.mockReturnValue(first + 3_600_000);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(changes.untilMs.at(-1)).toBe(first + 3_600_000));
});

test('looks for changes up to now by the clock of the server, which may be another than that of this device', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T12:00:00Z'));
  await show({});
  act(() => replica.sync.status.set({ ...replica.sync.status.get(), skewMs: -7_200_000 }));
  await waitFor(() => expect(changes.untilMs.at(-1)).toBe(Date.parse('2026-11-20T10:00:00Z')));
});

test('[I24] is marked as old where what it began with could not be had as it is now', async () => {
  await show({}, { reason: 'The server cannot be reached now.' });
  await screen.findByText('May have changed since.');
  cleanup();
  await replica.close();
  await show({});
  await waitFor(() => expect(replica.sync.fetchDocument).toHaveBeenCalledTimes(3));
  expect(screen.queryByText('May have changed since.')).toBeNull();
});
