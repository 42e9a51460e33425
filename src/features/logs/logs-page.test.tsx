import '#tests/page/no-layout.ts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { packLines } from '#sync/protocol/log.ts';
import { componentsRead } from '#sync/read/names.ts';
import type { PagePart } from '#sync/protocol/paged.ts';
import { fetchedBody, type FetchedBody } from '#tests/page/fake-answers.ts';
import { createFakeReplica, LIVE, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { logSearch, type LogSearch } from './log-search.ts';
import { LogsPage } from './logs-page.tsx';

const API = '019acc36-0e2a-4f3b-76a6-1ea17f7abda4';
const OTHER = '019acc36-0e2a-4f3b-76a6-1ea17f7abda5';
const LOCAL = [
  { id: API, name: 'api' },
  { id: OTHER, name: 'database' },
];
const FACTS = { id: API, name: 'api', type: null, status: null, health: null, reason: null, agent: null };
const NEVER = { body: null, state: 'never', reason: 'Not reachable now.' } as const;
const HAS_NO_LOGS = /has no logs/u;

// jsdom has none.
vi.stubGlobal('reportError', vi.fn());

let replica: FakeReplica;
beforeEach(() => {
  replica = createFakeReplica({ components: LOCAL, componentFacts: [FACTS] });
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await replica.close();
});

/** What is known of the selectors of the component. */
function selectors(document: FetchedBody): void {
  vi.mocked(replica.sync.fetchDocument).mockResolvedValue(
    fetchedBody({ asOf: '2026-11-20T11:00:00Z', ...document }),
  );
}

/** Which components the server says have logs. */
function components(part: PagePart): void {
  vi.mocked(replica.sync.readPage).mockResolvedValue(part);
}

function found(names: readonly string[], total: number | null = names.length): PagePart {
  const rows = names.map((name, at) => ({ id: `c-${at}`, name }));
  const claim = { state: 'complete', basis: 'server', asOf: null, lacks: [], reason: null } as const;
  return { is: 'found', value: { page: 1, rows, total, extra: null }, claim };
}

function Page({ start }: { start: LogSearch }): ReactElement {
  const [search, setSearch] = useState(start);
  return (
    <ReplicaFrame replica={replica}>
      <LogsPage
        entryKey="logs"
        search={search}
        onChange={(next) => {
          setSearch(next);
          return undefined;
        }}
      />
    </ReplicaFrame>
  );
}

function show(start: LogSearch = { topologyId: API }): void {
  render(<Page start={logSearch.apply({}, start)} />);
}

describe('the logs of a component of which nobody says where they are found', () => {
  it('are not here, and are no component without logs, while the server cannot be asked', async () => {
    selectors(NEVER);
    show();
    await screen.findByText('Not on this device yet');
    expect(screen.getByText(/Not reachable now\./u)).toBeDefined();
    expect(screen.queryByText(HAS_NO_LOGS)).toBeNull();
    selectors({ body: { id: API, name: 'api', logs: null } });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('api has no logs');
  });

  it('may not be read by everybody', async () => {
    selectors({ state: 'forbidden' });
    show();
    await screen.findByText('Unauthorized');
    expect(screen.queryByText(HAS_NO_LOGS)).toBeNull();
    selectors({ body: { id: API, name: 'api', logs: [] } });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('api has no logs');
  });

  it('say why they could not be read, and are asked for once more', async () => {
    vi.mocked(replica.sync.fetchDocument).mockRejectedValue(new Error('the disk is gone'));
    show();
    await screen.findByText('the disk is gone');
    selectors({ body: { id: API, name: 'api', logs: null } });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('api has no logs')).toBeDefined();
  });

  it('are awaited with a sign that they are', async () => {
    vi.mocked(replica.sync.fetchDocument).mockReturnValue(new Promise(() => undefined));
    show();
    await screen.findByText('Loading logs');
    expect(screen.queryByText(HAS_NO_LOGS)).toBeNull();
  });

  it('are not called none where the answer cannot be read, or knows no such component', async () => {
    selectors({ body: { id: API, logs: 'application' } });
    show();
    await screen.findByText(/answer could not be read/u);
    cleanup();
    selectors({ body: null });
    show();
    await screen.findByText('Component not found');
    expect(screen.queryByText(HAS_NO_LOGS)).toBeNull();
  });

  it('are those of which lines are kept, where nobody can be asked', async () => {
    selectors(NEVER);
    const question = { componentId: API, selector: 'ingress', query: '', start: '1h' };
    vi.mocked(replica.sync.logsKept).mockResolvedValue([{ question, name: 'api', asOf: null, segments: [] }]);
    show();
    await waitFor(() => expect(replica.sync.keptLogs).toHaveBeenCalledWith(question));
    expect(screen.queryByText(HAS_NO_LOGS)).toBeNull();
  });
});

describe('the components to choose from', () => {
  const field = (description: RegExp): Promise<HTMLElement> =>
    screen.findByRole('combobox', { name: 'Component', description });

  it.each([
    [{ is: 'not-here', reason: 'Not reachable now.' }, /may have no logs: the server could not be asked/u],
    [{ is: 'forbidden' }, /may have no logs: you do not have permission/u],
    [
      { is: 'failed', error: { kind: 'bug', message: 'the disk is gone' } },
      /may have no logs: .*the disk is gone/u,
    ],
  ] as const)('say that some may have no logs where that is not known: %j', async (part, words) => {
    components(part);
    show({});
    const component = await field(words);
    await userEvent.click(component);
    await screen.findByRole('option', { name: 'database' });
    // Under the list, too.
    expect(screen.getAllByText(words)).toHaveLength(2);
  });

  it('say why there are none, and what went wrong besides', async () => {
    components({ is: 'failed', error: { kind: 'bug', message: 'the disk is gone' } });
    await replica.set({ components: [] });
    show({});
    expect(await field(/^None on this device yet\. .*the disk is gone/u)).toBeDefined();
    cleanup();
    await replica.set({ failure: 'torn page', failing: ['components'] });
    show({});
    expect(await field(/on this device could not be read: torn page/u)).toBeDefined();
  });

  it('need no word where the server has said which have logs', async () => {
    components(found(['api', 'cart']));
    show({});
    const component = await screen.findByRole('combobox', { name: 'Component' });
    await userEvent.click(component);
    await screen.findByRole('option', { name: 'cart' });
    expect(screen.queryByRole('option', { name: 'database' })).toBeNull();
    expect(screen.queryByText(/may have no logs|components with logs|type to narrow/u)).toBeNull();
  });

  it('say that the list was cut, and only then', async () => {
    const many = Array.from({ length: 1000 }, (_none, at) => `api ${at}`);
    components(found(many, 1234));
    show({});
    const component = await field(/First 300 of 1,000; type to narrow\. Only the first 1,000 of 1,234 comp/u);
    fireEvent.change(component, { target: { value: 'api 99' } });
    // Typing does not reach what is not here.
    expect(
      await field(/^Only the first 1,000 of 1,234 components with logs are listed here\.$/u),
    ).toBeDefined();
    cleanup();
    components(found(many));
    show({});
    expect(await field(/^First 300 of 1,000; type to narrow\.$/u)).toBeDefined();
  });

  it('are not all read to name the one that is chosen', async () => {
    components(found(['cart']));
    selectors({ body: { id: API, logs: null } });
    const late = vi.spyOn(replica.model, 'late');
    show();
    await screen.findByText('api has no logs');
    expect(late).not.toHaveBeenCalledWith(componentsRead);
  });
});

describe('the lines that are copied and saved', () => {
  const lines = packLines(
    ['warn: third', 'second', 'WARN first'].map((message) => ({ at: null, message, labels: {} })),
  );

  it('are those that are shown, while a text is looked for among them', async () => {
    selectors({ body: { id: API, logs: [{ name: 'application' }] } });
    vi.mocked(replica.sync.readLogs).mockImplementation(async ({ query }) =>
      query === ''
        ? { is: 'found', page: { lines, next: null, asOf: null, unread: 0 } }
        : new Promise(() => undefined),
    );
    await replica.set({ components: LOCAL });
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
        revokeObjectURL: () => undefined,
      }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const user = userEvent.setup();
    const copied = vi.spyOn(navigator.clipboard, 'writeText');
    act(() => replica.sync.status.set(LIVE));
    show();
    await user.click(await screen.findByRole('button', { name: 'Copy all lines that are here' }));
    await waitFor(() => expect(copied).toHaveBeenLastCalledWith('WARN first\nsecond\nwarn: third'));
    await user.type(screen.getByRole('searchbox', { name: 'Search logs' }), 'warn');
    await user.click(await screen.findByRole('button', { name: /^Copy (?!all)/u }));
    await waitFor(() => expect(copied).toHaveBeenLastCalledWith('WARN first\nwarn: third'));
    await user.click(screen.getByRole('button', { name: 'Download the lines that were found' }));
    await waitFor(() => expect(saved.map(({ size }) => size)).toEqual(['WARN first\nwarn: third'.length]));
  });
});
