/** @vitest-environment jsdom */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HistoryLine } from '#sync/read/incident-history.ts';
import type { Completeness } from '#sync/protocol/claim.ts';
import {
  createFakeReplica,
  foundIncident,
  historyLine,
  type FakeReplica,
} from '#tests/page/fake-replica.tsx';
import { PanelFrame } from '#tests/page/incident-panel-frame.tsx';
import { deviceClaim } from '#sync/protocol/claim.ts';

let replica: FakeReplica;
let saved: { name: string; text: () => Promise<string> }[] = [];

beforeEach(() => {
  localStorage.setItem('holdfast.detailPanels', '{"Incident":{"open":"changelog"}}');
  saved = [];
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    if (blob instanceof Blob) blobs.set(url, blob);
    return url;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    saved.push({ name: this.download, text: () => readText(blob ?? new Blob()) });
  });
});

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await replica.close();
});

/** jsdom's blobs have no text(). */
function readText(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('not read')));
    reader.readAsText(blob);
  });
}

const LINES: readonly HistoryLine[] = [
  historyLine({
    id: 'o-1',
    type: 'incident.status_updated',
    status: 'resolved',
    pending: 'queued',
    createdAt: '2026-11-22T09:00:00Z',
  }),
  historyLine({ id: 'l-3', type: 'incident.status_updated', status: 'open', author: null }),
  historyLine({
    id: 'l-2',
    type: 'evidence.created',
    evidence: { id: 'e', type: 'check', description: '', name: 'checkout-http' },
  }),
  historyLine({ id: 'l-1' }),
];

async function show(
  data: readonly HistoryLine[] = LINES,
  state: Completeness = 'complete',
  starred: readonly string[] = [],
): Promise<void> {
  replica = createFakeReplica({
    incident: foundIncident(),
    history: { data, ...deviceClaim(state, '2026-11-20T12:00:00Z') },
    starred,
  });
  render(<PanelFrame replica={replica} />);
  await screen.findByRole('heading', { name: 'Changelog' });
}

const shownLines = (): (string | null)[] =>
  within(screen.getByRole('group', { name: 'Changelog' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent ?? null);

describe('ChangelogSection', () => {
  it('shows lines by day, pending ones as pending, and names nobody the server does not name', async () => {
    await show();
    await screen.findByText('Marked as: Open');
    expect(shownLines()).toEqual([
      'Ada Byron marked as: Resolved',
      'Marked as: Open',
      'Ada Byron added check “checkout-http”',
      'Ada Byron created Incident',
    ]);
    expect(screen.getAllByText('Pending')).toHaveLength(1);
    const days = within(screen.getByRole('group', { name: 'Changelog' })).getAllByRole('heading', {
      level: 3,
    });
    expect(days).toHaveLength(2);
  });

  it('filters by type, three-state, with chips, and one way to clear', async () => {
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Filter' }));
    const status = screen.getByRole('group', { name: 'Status' });
    await userEvent.click(within(status).getByRole('radio', { name: 'Not' }));
    await userEvent.keyboard('{Escape}');
    expect(shownLines()).toEqual(['Ada Byron added check “checkout-http”', 'Ada Byron created Incident']);
    expect(screen.getByRole('button', { name: 'Remove filter Type: not: Status' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await userEvent.click(
      within(screen.getByRole('group', { name: 'Evidence' })).getByRole('radio', { name: 'Only' }),
    );
    await userEvent.keyboard('{Escape}');
    expect(shownLines()).toEqual(['Ada Byron added check “checkout-http”']);
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(shownLines()).toHaveLength(4);
  });

  it('stars a line on this device, and a pending one when the server has it', async () => {
    await show(LINES, 'complete', ['l-1']);
    const star = async (name: RegExp): Promise<HTMLElement> => screen.findByRole('button', { name });
    expect((await star(/^Star: Ada Byron created/u)).getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(await star(/^Star: Ada Byron created/u));
    await userEvent.click(await star(/^Star: Marked as: Open/u));
    await userEvent.click(await star(/^Star: Ada Byron marked as: Resolved/u));
    expect(vi.mocked(replica.sync.unpin).mock.calls).toEqual([['changelog-line', 'l-1']]);
    expect(vi.mocked(replica.sync.pin).mock.calls).toEqual([['changelog-line', 'l-3']]);
  });

  it('exports what is shown to Markdown and JSON, pending marked as pending', async () => {
    await show(LINES, 'complete', ['l-1']);
    await userEvent.click(await screen.findByRole('button', { name: 'Export changelog' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Export to Markdown' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Export changelog' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Export to JSON' }));
    expect(saved.map(({ name }) => name)).toEqual(['changelog-INC-1.md', 'changelog-INC-1.json']);
    expect(await saved[0]?.text()).toContain('**pending** Ada Byron marked as: Resolved');
    expect(await saved[0]?.text()).toContain('★ Ada Byron created Incident');
    const written: unknown = JSON.parse((await saved[1]?.text()) ?? '');
    expect(written).toMatchObject({ total: 4, lines: [{ pending: true }, {}, {}, { starred: true }] });
  });

  it.each([
    ['complete', 'No changelog found'],
    ['never', 'The changelog of this incident is not complete on this device yet'],
    ['forbidden', 'Your role does not allow reading the changelog'],
  ] as const)('[I23] an empty %s copy', async (state, words) => {
    await show([], state);
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('a failed read is no empty list', async () => {
    replica = createFakeReplica({ incident: foundIncident(), failure: 'disk gone', failing: ['history'] });
    render(<PanelFrame replica={replica} />);
    expect(await screen.findByText(/The changelog cannot be read: disk gone/u)).toBeDefined();
    expect(screen.queryByText('No changelog found')).toBeNull();
  });

  it('a long changelog is drawn in part, in a box of its own', async () => {
    const many = Array.from({ length: 201 }, (_, at) => historyLine({ id: `l-${at}` }));
    await show(many);
    expect(await screen.findByRole('region', { name: 'Changelog, 201 lines' })).toBeDefined();
    expect(screen.queryAllByRole('listitem').length).toBeLessThan(201);
  });
});
