import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createFakeReplica,
  incidentDetail,
  LIVE,
  ReplicaFrame,
  type FakeReplica,
} from '#tests/page/fake-replica.tsx';
import type { IncidentTimeline as Timeline, TimelineEvent } from '#sync/read/timeline.ts';
import { downloadText } from '#src/platform/actions/download-text.ts';
import { IncidentTimeline } from './incident-timeline.tsx';
import { KeepOffline } from './keep-offline.tsx';

vi.mock('#src/platform/actions/download-text.ts', () => ({ downloadText: vi.fn<typeof downloadText>() }));

let replica: FakeReplica;

beforeEach(() => {
  // jsdom has no layout; the axis draws nothing without a width and the list must work without it.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  // Nor a CSS object; React Aria escapes ids with it.
  vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });
  Element.prototype.scrollIntoView = () => undefined;
});

afterEach(async () => {
  cleanup();
  await replica.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function event(id: string, minute: number, own: Partial<TimelineEvent> = {}): TimelineEvent {
  return {
    id,
    at: `2026-11-20T10:${String(minute).padStart(2, '0')}:00+00:00`,
    until: null,
    lane: 'incident',
    kind: 'comment',
    text: id,
    detail: null,
    subject: null,
    author: null,
    severity: null,
    keptName: null,
    isPending: false,
    ...own,
  };
}

const timeline: Timeline = {
  span: { from: '2026-11-20T10:00:00+00:00', to: '2026-11-20T10:40:00+00:00' },
  events: [
    event('old change', 0, { at: '2026-11-19T20:00:00+00:00', lane: 'changes', kind: 'change' }),
    event('first words', 1),
    event('turned', 2, { lane: 'checks', kind: 'check', text: 'unhealthy' }),
    event('my words', 3, { isPending: true }),
  ],
  checks: [],
  lacking: 0,
};

function show(state: Parameters<typeof createFakeReplica>[0] = { late: timeline }): void {
  replica = createFakeReplica(state);
  render(
    <ReplicaFrame replica={replica}>
      <KeepOffline incidentId="i-1" />
      <IncidentTimeline incident={incidentDetail({ id: 'i-1', number: 'INC-7', title: 'Slow' })} />
    </ReplicaFrame>,
  );
}

async function events(): Promise<string[]> {
  const list = await screen.findByRole('list', { name: 'Events, oldest first' });
  return within(list)
    .getAllByRole('button')
    .map((item) => item.textContent ?? '');
}

test('lists what happened in the incident, marks what is not sent, and lets other stretches be seen', async () => {
  show();
  expect(await events()).toHaveLength(3);
  expect((await events())[2]).toContain('Saved on this device');
  expect(screen.getByText('3 events, 1 not sent yet shown of 4')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /Time range/u }));
  await userEvent.click(await screen.findByRole('option', { name: 'Everything' }));
  await waitFor(async () => expect(await events()).toHaveLength(4));
});

test('a lane can be left out', async () => {
  show();
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Checks/u }));
  await waitFor(async () => expect(await events()).toHaveLength(2));
});

test('arrow keys walk the list, which is one tab stop', async () => {
  show();
  const list = await screen.findByRole('list', { name: 'Events, oldest first' });
  const items = within(list).getAllByRole('button');
  expect(items.filter((item) => item.tabIndex === 0)).toHaveLength(1);
  items[0]!.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(within(list).getAllByRole('button')[1]);
  expect(document.activeElement?.getAttribute('aria-current')).toBe('true');
  await userEvent.keyboard('{End}');
  expect(document.activeElement).toBe(within(list).getAllByRole('button')[2]);
});

test('axis and list point at the same event, and only a press on the axis scrolls the list', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 20));
  const scrolled: string[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolled.push(this.textContent ?? '');
  };
  const [before, first, turned] = timeline.events;
  show({ late: { ...timeline, events: [before!, first!, turned!, event('last words', 35)] } });
  const list = await screen.findByRole('list', { name: 'Events, oldest first' });
  const axis = await screen.findByRole('img', { name: /^Time axis/u });
  const items = within(list).getAllByRole('button');
  const current = (): string[] =>
    items.flatMap((item, at) => (item.ariaCurrent === 'true' ? [String(at)] : []));
  const marks = (): Element[] => [...axis.querySelectorAll('circle')];
  const lit = (): number[] =>
    marks().flatMap((mark, at) => (mark.classList.contains('fill-accent') ? [at] : []));
  const cursor = (): string | undefined =>
    axis.querySelector('line.stroke-accent')?.getAttribute('x1') ?? undefined;
  // The first and the last event have a mark; the one of a check is a stretch of its own line.
  expect([marks().length, lit(), cursor()]).toEqual([2, [], undefined]);

  await userEvent.hover(items[2]!);
  expect([current(), lit()]).toEqual([['2'], [1]]);
  const last = cursor();
  items[0]!.focus();
  await waitFor(() => expect([current(), lit()]).toEqual([['0'], [0]]));
  expect(Number(cursor())).toBeLessThan(Number(last));
  items[1]!.focus();
  await waitFor(() => expect([current(), lit()]).toEqual([['1'], []]));

  await userEvent.hover(marks()[1]!.parentElement!);
  expect([current(), lit(), scrolled]).toEqual([['2'], [1], []]);
  await userEvent.click(marks()[0]!.parentElement!);
  expect([current(), lit()]).toEqual([['0'], [0]]);
  expect(scrolled).toEqual([items[0]!.textContent]);
});

test('brings in what is lacking while the server can be reached, and says so', async () => {
  show({ late: { ...timeline, lacking: 2 } });
  expect(await screen.findByText(/Downloading: 2 more parts/u)).toBeTruthy();
  expect(replica.sync.gatherReview).toHaveBeenCalledExactlyOnceWith('i-1');
  replica.sync.status.set({ ...LIVE, phase: 'offline' });
  expect(await screen.findByText(/Not on this device: 2 more parts/u)).toBeTruthy();
  replica.sync.status.set(LIVE);
  await waitFor(() => expect(replica.sync.gatherReview).toHaveBeenCalledTimes(2));
});

test('the report is made here and saved as Markdown', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Review report' }));
  const dialog = await screen.findByRole('dialog', { name: 'Review report' });
  expect(within(dialog).getByRole('heading', { name: 'INC-7 Slow' })).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Download' }));
  expect(downloadText).toHaveBeenCalledExactlyOnceWith(
    'inc-7-slow-review.md',
    expect.stringContaining('# INC-7 Slow'),
    'text/markdown',
  );
  // What is printed stands in the body beside the page, and nothing else is printed.
  expect(document.querySelector('body > [data-print-root]')?.textContent).toContain('INC-7 Slow');
});

test('an incident is kept offline by a switch, or by itself', async () => {
  show({ late: timeline, review: { keep: 'no', oldest: null, parts: [] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Keep offline' }));
  await userEvent.click(await screen.findByRole('switch', { name: /^Keep offline/u }));
  expect(replica.sync.pin).toHaveBeenCalledExactlyOnceWith('incident', 'i-1');
  const part = {
    kind: 'config',
    id: 'g1',
    subject: { kind: 'config', id: 'g1' },
    grows: false,
    state: 'lacking',
    asOf: null,
  } as const;
  await replica.set({ review: { keep: 'taking-part', oldest: null, parts: [part] } });
  expect(
    await screen.findByText('Kept automatically while it is active and you take part in it.'),
  ).toBeTruthy();
  expect(screen.getByText('not downloaded yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('switch', { name: /^Keep offline/u }));
  expect(replica.sync.unpin).not.toHaveBeenCalled();
});
