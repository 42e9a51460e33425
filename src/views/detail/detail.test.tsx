/** @vitest-environment jsdom */
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeReplica, LIVE, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { useCurrentPageFrame } from '#src/platform/actions/page-frame.ts';
import { listenForShortcuts } from '#src/platform/actions/shortcuts.ts';
import { badgeOf } from './badge-of.ts';
import { DetailDialog } from './detail-dialog.tsx';
import { DetailPage } from './detail-page.tsx';
import type { Part } from '#sync/protocol/claim.ts';
import { runSpec, type Run } from './story/run-story.tsx';
import { serviceSpec, type Service } from './story/service-story.tsx';
import { AreaBody, areaOf, claimed } from './story/story-areas.tsx';
import { tabHref, useTabState } from './tab-state.ts';

let replica: FakeReplica;
const calls = {
  leave: vi.fn<() => void>(),
  restart: vi.fn<() => void>(),
  runbooks: vi.fn<() => void>(),
  close: vi.fn<() => void>(),
  previous: vi.fn<() => void>(),
  next: vi.fn<() => void>(),
  attach: vi.fn<() => void>(),
  refresh: vi.fn<() => void>(),
};

beforeEach(() => {
  localStorage.clear();
  replica = createFakeReplica();
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
  Reflect.deleteProperty(globalThis, 'matchMedia');
  await replica.close();
});

const SERVICE: Service = {
  name: 'checkout',
  owner: 'Team Shop',
  isOld: false,
  changes: { n: 12, claim: claimed(14, { basis: 'kept', reason: 'The server cannot be reached.' }) },
  alerts: { n: 0, claim: claimed(14, { basis: 'kept' }) },
};
const found = <T,>(value: T): Part<T> => ({ is: 'found', value, claim: claimed(2) });
const OFFLINE = { basis: 'kept', reason: 'This device is offline.' } as const;

/** Six tabs: two of the screen itself, three of other areas with three ages, one that breaks. */
const storySpec = (part: () => Part<Service>): ReturnType<typeof serviceSpec> =>
  serviceSpec({
    useOne: part,
    Changes: ({ id }) => (
      <AreaBody area={areaOf(['replicas 2 → 3'], claimed(14, OFFLINE))} id={id} what="Changes" />
    ),
    Alerts: ({ id }) => <AreaBody area={areaOf(['Latency is high'], claimed(0))} id={id} what="Alerts" />,
    Runbooks: ({ id }) => (
      <AreaBody area={areaOf(['Drain a node'], claimed(4_320))} id={id} what="Runbooks" />
    ),
    onRestart: calls.restart,
    onRunbooks: calls.runbooks,
    watches: 'incidents',
  });

let current: Part<Service> = found(SERVICE);
const spec = storySpec(() => current);

function Story({ tab = 'overview' }: { tab?: string }): ReactElement {
  const frame = useCurrentPageFrame();
  const [open, setOpen] = useState(tab);
  return (
    <ReplicaFrame replica={replica}>
      <output aria-label="Frame">{JSON.stringify(frame)}</output>
      <DetailPage
        id="s-1"
        spec={spec}
        tabs={{
          current: open,
          show: setOpen,
          hrefOf: (id) =>
            tabHref(
              `/services/s-1/${id}`,
              spec.tabs.find((each) => each.id === id)?.keeps ?? [],
              '?range=1h&q=a',
            ),
        }}
        onLeave={calls.leave}
      />
    </ReplicaFrame>
  );
}

function show(part: Part<Service>, tab?: string): ReturnType<typeof render> {
  current = part;
  return render(<Story {...(tab !== undefined && { tab })} />);
}

function narrow(): void {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('max-width') }),
  );
}

describe('a detail as a page', () => {
  it('names itself to the frame around it, and to a locked device by its short name', async () => {
    show(found(SERVICE));
    expect(screen.getByRole('heading', { level: 1, name: 'checkout' })).toBeDefined();
    const frame = JSON.parse(screen.getByLabelText('Frame').textContent) as object; // made by the line above
    expect(frame).toMatchObject({
      title: 'checkout',
      sealedTitle: 'checkout',
      crumbs: [{ label: 'Services', href: '/ui' }, { label: 'checkout' }],
    });
  });

  it('has tabs that are addresses, and each keeps the parameters that are its own', () => {
    show(found(SERVICE), 'changes');
    const tabs = within(screen.getByRole('navigation', { name: 'Service' })).getAllByRole('link');
    expect(tabs.map((link) => link.getAttribute('href'))).toEqual([
      '/services/s-1/overview',
      '/services/s-1/changes?range=1h',
      '/services/s-1/alerts?range=1h',
      '/services/s-1/runbooks',
      '/services/s-1/spec',
      '/services/s-1/broken',
    ]);
    expect(tabs.filter((link) => link.getAttribute('aria-current') === 'page')).toHaveLength(1);
  });

  it.each([
    ['changes', 'Changes', '14m ago', 'This device is offline.'],
    ['alerts', 'Alerts', 'now', null],
    ['runbooks', 'Runbooks', '3d ago', null],
  ])('the body of another area has its own age: %s', (tab, what, age, reason) => {
    show(found(SERVICE), tab);
    const body = screen.getByRole('region', { name: what });
    expect(within(body).getByRole('list', { name: what })).toBeDefined();
    expect(within(body).getAllByText(age.split(' ')[0] ?? '').length).toBeGreaterThan(0);
    expect(within(body).queryByText(new RegExp(reason ?? 'offline', 'u')) === null).toBe(reason === null);
    // That of the record is another one.
    expect(screen.getByText('2m')).toBeDefined();
  });

  it('a body that breaks costs itself alone', () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    show(found(SERVICE), 'broken');
    const body = screen.getByRole('region', { name: 'Broken' });
    expect(within(body).getByRole('alert').textContent).toContain('Broken');
    expect(screen.getByRole('heading', { level: 1, name: 'checkout' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Restart' })).toBeDefined();
  });

  it('a lazy body stands under the head that is there already', async () => {
    show(found(SERVICE), 'spec');
    expect(screen.getByRole('heading', { level: 1, name: 'checkout' })).toBeDefined();
    expect(await screen.findByText('replicas: 3')).toBeDefined();
  });

  it('a number of the server has its age, and an old zero is none', () => {
    show(found(SERVICE));
    expect(screen.getByRole('link', { name: /^Changes/u }).textContent).toMatch(
      /^Changes12, as of .*14 minutes ago/u,
    );
    expect(screen.getByRole('link', { name: 'Alerts' }).textContent).toBe('Alerts');
  });

  it('an action that cannot be pressed says why; the primary one is last', async () => {
    show(found(SERVICE));
    const names = ['Edit', 'Runbooks', 'Scale', 'Restart'];
    const shown = [...document.querySelectorAll('header a, header button')]
      .map(({ textContent }) => textContent)
      .filter((text) => names.includes(text));
    expect(shown).toEqual(names);
    expect(screen.getByText('Only an admin scales a service')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Scale' }));
    await userEvent.click(screen.getByRole('button', { name: 'Restart' }));
    expect(calls.restart).toHaveBeenCalledTimes(1);
  });

  it('where they have no room, all but the last two are in a menu, with their reasons', async () => {
    narrow();
    show(found(SERVICE));
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Restart' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeDefined();
    expect(screen.getByRole('menuitem', { name: 'Drain a node' })).toBeDefined();
    expect(calls.runbooks).toHaveBeenCalledTimes(1);
  });

  it('is left with Escape', async () => {
    const stop = listenForShortcuts();
    show(found(SERVICE));
    await userEvent.keyboard('{Escape}');
    expect(calls.leave).toHaveBeenCalledTimes(1);
    stop();
  });

  it('tells who keeps it current while it is looked at, and nobody of what is passed through', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const passed = show(found(SERVICE));
    act(() => void vi.advanceTimersByTime(299));
    passed.unmount();
    act(() => void vi.advanceTimersByTime(1_000));
    expect(replica.sync.watch).not.toHaveBeenCalled();
    const seen = show(found(SERVICE));
    act(() => void vi.advanceTimersByTime(300));
    expect(vi.mocked(replica.sync.watch).mock.calls).toEqual([[{ table: 'incidents', id: 's-1' }]]);
    expect(replica.sync.unwatch).not.toHaveBeenCalled();
    seen.unmount();
    expect(replica.sync.unwatch).toHaveBeenCalledTimes(1);
  });
});

describe('the panel of a detail', () => {
  it('has one section open at a time, and the device remembers which', async () => {
    const open = (): (string | null)[] =>
      ['Facts', 'Tags'].map((name) => screen.getByRole('button', { name }).getAttribute('aria-expanded'));
    const first = show(found(SERVICE));
    await screen.findByRole('button', { name: 'Facts' });
    expect(open()).toEqual(['true', 'false']);
    await userEvent.click(screen.getByRole('button', { name: 'Tags' }));
    expect(open()).toEqual(['false', 'true']);
    expect(screen.getByText('tier=1')).toBeDefined();
    first.unmount();
    show(found(SERVICE));
    await screen.findByRole('button', { name: 'Facts' });
    expect(open()).toEqual(['false', 'true']);
  });

  it('what another version has left in the memory of it is not believed', async () => {
    localStorage.setItem('holdfast.detailPanels', '{"Service":{"open":7,"isPinned":"x"},"__proto__":{}}');
    show(found(SERVICE));
    await screen.findByRole('button', { name: 'Facts' });
    expect(screen.getByRole('button', { name: 'Facts' }).getAttribute('aria-expanded')).toBe('false');
  });

  it('begins closed where it is above the tabs', async () => {
    narrow();
    show(found(SERVICE));
    await screen.findByRole('button', { name: 'Facts' });
    expect(screen.getByRole('button', { name: 'Facts' }).getAttribute('aria-expanded')).toBe('false');
  });
});

describe('what is not shown says which of four it is', () => {
  const cases: readonly (readonly [Part<Service>, string, RegExp])[] = [
    [{ is: 'missing' }, 'Service not found', /^$|./u],
    [{ is: 'forbidden' }, 'Unauthorized', /You do not have permission to access this page/u],
    [{ is: 'not-here', reason: null }, 'Not on this device yet', /This service has not been downloaded/u],
    [
      { is: 'failed', error: { kind: 'storage-lost', message: 'disk gone' } },
      'This service cannot be read',
      /disk gone/u,
    ],
  ];

  it.each(cases)('%j', (part, heading, sentence) => {
    show(part);
    const title = screen.getByRole('heading', { level: 1 });
    expect(title.textContent).toBe(heading);
    expect(document.body.textContent).toMatch(sentence);
    const others = cases.map(([, name]) => name).filter((name) => name !== heading);
    for (const name of others) expect(screen.queryByText(name)).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Service' })).toBeNull();
    expect(JSON.parse(screen.getByLabelText('Frame').textContent)).toMatchObject({ title: 'Service' });
  });

  it('leads back, and asks again while a server may answer', () => {
    replica.sync.status.set({ ...LIVE, phase: 'live' });
    show({ is: 'not-here', reason: null });
    expect(screen.getByRole('link', { name: 'Back to Services' }).getAttribute('href')).toBe('/ui');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
    act(() => replica.sync.status.set({ ...LIVE, phase: 'offline' }));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('is loading, and none of them, until somebody knows', async () => {
    show({ is: 'loading' });
    expect(await screen.findByText('Loading the service')).toBeDefined();
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  });
});

describe('a detail as a dialog', () => {
  let run: Part<Run> = { is: 'loading' };
  const dialogSpec = runSpec({
    useOne: () => run,
    onAttach: calls.attach,
    onRepeat: () => undefined,
    onRefresh: calls.refresh,
  });

  function Over({ hasNext = true }: { hasNext?: boolean }): ReactElement {
    const [id, setId] = useState<string>();
    const tabs = useTabState();
    return (
      <ReplicaFrame replica={replica}>
        <button type="button" onClick={() => setId('r-1')}>
          Open
        </button>
        {id !== undefined && (
          <DetailDialog
            id={id}
            spec={dialogSpec}
            tabs={tabs}
            onClose={() => {
              calls.close();
              setId(undefined);
            }}
            onNext={hasNext ? () => setId('r-2') : undefined}
            onPrevious={calls.previous}
          />
        )}
      </ReplicaFrame>
    );
  }

  const RUN = found<Run>({ name: 'nightly', artifacts: { n: 3, claim: claimed(0) }, isRepeating: false });

  it('is gone with Escape, and the focus is back where it was opened', async () => {
    run = RUN;
    render(<Over />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'nightly' });
    await userEvent.keyboard('{Escape}');
    expect(calls.close).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Open'));
  });

  it('its tabs are walked with arrows and chosen with Enter; the choice stays from one record to the next', async () => {
    run = RUN;
    render(<Over />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'nightly' });
    act(() => screen.getByRole('tab', { name: 'Steps' }).focus());
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(await screen.findByText('core.dump')).toBeDefined();
    expect(screen.getByRole('tab', { name: /^Artifacts\s*3$/u })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Next run' }));
    expect(await screen.findByText('core.dump')).toBeDefined();
  });

  it('single keys lead on, refresh and act; one in a field is text', async () => {
    run = RUN;
    render(<Over hasNext={false} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'nightly' });
    await userEvent.keyboard('[[er]');
    expect(calls.previous).toHaveBeenCalledTimes(1);
    expect(calls.attach).toHaveBeenCalledTimes(1);
    expect(calls.refresh).toHaveBeenCalledTimes(1);
    expect(screen.getByText('There is no run after this one')).toBeDefined();
  });

  it('says what is not there and offers nothing to do with it', async () => {
    run = { is: 'missing' };
    render(<Over />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByText('Run not found')).toBeDefined();
    expect(screen.getByRole('dialog', { name: 'Run' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull();
    // Over its list it is no page: the heading of that stays.
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  });

  it('is tried again without the page being loaded anew', async () => {
    let tries = 0;
    const failing = runSpec({
      useOne: () => {
        const [part] = useState<Part<Run>>(() => {
          tries += 1;
          return tries === 1 ? { is: 'failed', error: { kind: 'storage-lost', message: 'disk gone' } } : RUN;
        });
        return part;
      },
      onAttach: calls.attach,
      onRepeat: () => undefined,
      onRefresh: calls.refresh,
    });
    function Alone(): ReactElement {
      return (
        <ReplicaFrame replica={replica}>
          <DetailDialog
            id="r-1"
            spec={failing}
            tabs={useTabState()}
            onClose={calls.close}
            onNext={undefined}
            onPrevious={undefined}
          />
        </ReplicaFrame>
      );
    }
    render(<Alone />);
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('dialog', { name: 'nightly' })).toBeDefined();
  });
});

describe('the number on a tab', () => {
  it.each([
    ['of a whole copy', claimed(0), 0, 0],
    ['of a part of it', claimed(0, { state: 'partial' }), 0, null],
    ['that is kept', claimed(9, { basis: 'kept' }), 0, null],
    ['that is kept and not zero', claimed(9, { basis: 'kept' }), 4, 4],
    ['of what was never read', claimed(0, { state: 'never' }), 4, null],
    ['that may not be read', claimed(0, { state: 'forbidden' }), 4, null],
  ])('%s', (_name, claim, n, shown) => {
    expect(badgeOf({ n, claim })?.n ?? null).toBe(shown);
  });

  it('is none where nobody knows it', () => expect(badgeOf(null)).toBeNull());
});
