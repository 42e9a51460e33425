/** @vitest-environment jsdom */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { diagnostics, NOTHING_DIFFERS, TAKEN_AT } from '#tests/page/fake-diagnostics.ts';
import {
  createFakeReplica,
  op,
  ReplicaFrame,
  type FakeReplica,
  type ReplicaState,
} from '#tests/page/fake-replica.tsx';
import type { Effect } from '#sync/protocol/effect.ts';
import { SyncError } from '#sync/errors.ts';
import { downloadJson } from '#src/platform/actions/download-json.ts';
import { messageLog } from '#src/ui/overlays/message-log.ts';
import { SyncContent } from './sync-panel.tsx';

vi.mock('#src/platform/actions/download-json.ts', () => ({ downloadJson: vi.fn<typeof downloadJson>() }));

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  vi.mocked(downloadJson).mockClear();
  await replica.close();
});

type Sync = FakeReplica['sync'];

async function open(tab: string | null, state: Partial<ReplicaState> = {}, sync: Partial<Sync> = {}) {
  replica = createFakeReplica(state);
  const frame = { ...replica, sync: { ...replica.sync, ...sync } };
  const onRemoveData = vi.fn<() => void>();
  render(
    <ReplicaFrame replica={frame}>
      <SyncContent lock={<p>Settings of the lock</p>} onRemoveData={onRemoveData} />
    </ReplicaFrame>,
  );
  const user = userEvent.setup();
  if (tab !== null) await user.click(await screen.findByRole('tab', { name: tab }));
  return { user, onRemoveData };
}

const rowOf = async (name: RegExp | string): Promise<HTMLElement> =>
  (await screen.findByRole('rowheader', { name })).closest('tr')!;

const effect = (change: Partial<Effect> = {}): Effect => ({
  id: 'effect-1',
  v: 1,
  identity: { userId: 'p-1', tenant: 'http://localhost', scopeHash: '' },
  request: { kind: 'check.run', checkId: 'c-1' },
  title: 'Run check “api is up”',
  state: 'prepared',
  createdAt: Date.now() - 180_000,
  expiresAt: Date.now() + 420_000,
  sentAt: null,
  sentAfter: null,
  sentBy: null,
  endedAt: null,
  result: null,
  reason: null,
  origin: { screen: '/health', tabId: 't', appVersion: '1' },
  ...change,
});

describe('prepared actions', () => {
  it('ask again with their age before anything is sent', async () => {
    const sendEffect = vi.fn<Sync['sendEffect']>(async () => effect({ state: 'done' }));
    const { user } = await open(null, { effects: [effect()] }, { sendEffect });
    const item = (await screen.findByText('Run check “api is up”')).closest('li')!;
    expect(item.textContent).toContain('Prepared, not sent. It can be sent for another');
    await user.click(within(item).getByRole('button', { name: 'Run it…' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Still run it?' });
    expect(dialog.textContent).toContain('3 minutes ago');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(sendEffect).not.toHaveBeenCalled();
    await user.click(within(item).getByRole('button', { name: 'Run it…' }));
    await user.click(await screen.findByRole('button', { name: 'Run it now' }));
    expect(sendEffect).toHaveBeenCalledExactlyOnceWith('effect-1');
  });

  it.each([
    ['unhealthy', 'healthy', 'The check was unhealthy and is healthy now, as of'],
    ['unhealthy', 'unhealthy', 'The check is unhealthy, as it was then, as of'],
    [undefined, 'healthy', 'The check is healthy now, as of'],
    [
      'unhealthy',
      null,
      'The state of the check is not on this device. It was unhealthy when this was prepared.',
    ],
  ])('say what their check was and is: %s, %s', async (was, status, words) => {
    const known = { id: 'c-1', name: 'api', type: 'http', severity: null, agent: null, since: null };
    const { user } = await open(null, {
      effects: [effect(was === undefined ? {} : { was })],
      checkFacts: [{ ...known, status }],
    });
    const item = (await screen.findByText('Run check “api is up”')).closest('li')!;
    await vi.waitFor(() => expect(item.textContent).toContain(words));
    await user.click(within(item).getByRole('button', { name: 'Run it…' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Still run it?' });
    await vi.waitFor(() => expect(dialog.textContent).toContain(words));
  });

  it('cannot be sent once their time is over, and stay readable', async () => {
    const dropEffect = vi.fn<Sync['dropEffect']>(async () => undefined);
    const old = effect({ expiresAt: Date.now() - 1 });
    const { user } = await open(null, { effects: [old] }, { dropEffect });
    expect(await screen.findByText('Expired; it was never sent')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Run it…' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove from list' }));
    expect(dropEffect).toHaveBeenCalledExactlyOnceWith('effect-1');
  });

  it('[D22] whose team sets fields lead to their screen, which asks for them', async () => {
    const request = {
      kind: 'responder.open-ticket',
      responderId: '7b1d6f0e-0000-4000-8000-0000000000aa',
      incidentId: 'i-1',
      teamId: 't-1',
      properties: {},
    } as const;
    const ticket = effect({ request: { ...request, fromTeam: ['project'] }, title: 'Open a ticket' });
    await open(null, { effects: [ticket] });
    expect(await screen.findByText(/Send it from its screen/u)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send it…' })).toBeNull();
  });

  it('that nobody knows the end of say so', async () => {
    await open(null, { effects: [effect({ state: 'unknown', endedAt: Date.now() })] });
    expect(await screen.findByText('Sent, but no answer came: it may have happened')).toBeDefined();
  });
});

describe('on this device', () => {
  const feed = { asOf: '2026-11-20T12:00:00Z', badRows: 0, lastError: null };

  it('[I23] tells what is whole, what is a window, what is not here and what is not for this role', async () => {
    const week = {
      scopeKey: '',
      from: new Date(Date.now() - 7 * 86_400_000).toISOString(),
      to: null,
      complete: true,
      asOf: null,
    };
    await open(
      'On this device',
      {
        windows: { config_changes: [week] },
        feeds: [
          { ...feed, tbl: 'incidents', status: 'complete' },
          { ...feed, tbl: 'config_changes', status: 'complete' },
          { ...feed, tbl: 'teams', status: 'never', asOf: null },
          { ...feed, tbl: 'config_items', status: 'partial', lastError: 'There is no room for all of it.' },
          { ...feed, tbl: 'people_roles', status: 'forbidden', asOf: null },
        ],
      },
      {},
    );
    expect(within(await rowOf('Incidents')).getByText('All of it')).toBeDefined();
    expect(within(await rowOf('Config changes')).getByText('Last 7 days')).toBeDefined();
    expect(within(await rowOf('Teams')).getByText('Not on this device')).toBeDefined();
    const catalog = within(await rowOf('Catalog'));
    expect(catalog.getByText(/^Not all of it/u)).toBeDefined();
    expect(catalog.getByText('There is no room for all of it.')).toBeDefined();
    expect(within(await rowOf('Own roles')).getByText('Not for your role')).toBeDefined();
  });

  it('shows sizes and promises of the storage, and asks the browser to keep it', async () => {
    const persist = vi.fn<() => Promise<boolean>>(async () => true);
    vi.stubGlobal('navigator', Object.assign(navigator, { storage: { persist } }));
    const { user, onRemoveData } = await open(
      'On this device',
      {},
      {
        storageReport: async () => ({
          collections: [{ name: 'config_items', rows: 100_000, bytes: 5_242_880 }],
          cacheBytes: 5_242_880,
          budgetBytes: 52_428_800,
          documents: { count: 2, bytes: 2048, evicted: 0 },
          usageBytes: 6_000_000,
          quotaBytes: 1_073_741_824,
          isPersisted: false,
          isEvicted: false,
          reopens: { journal: 1, cache: 0 },
          hasBallast: true,
          pauseReason: null,
          reliefs: [{ step: 'blobs', at: Date.now() - 120_000, freed: 10 }],
        }),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Sizes by collection' }));
    expect((await rowOf('Catalog')).textContent).toContain('5 MB');
    expect(screen.getByText('of 50 MB for the local copy')).toBeDefined();
    expect(screen.getByText('once, opened again')).toBeDefined();
    expect(screen.getByText(/Documents not kept offline were removed/u)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Ask to keep it' }));
    expect(await screen.findByText('yes, it asks before clearing it')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Remove data from this device' }));
    expect(onRemoveData).toHaveBeenCalledOnce();
  });

  it('leads to the settings of the lock', async () => {
    await open('On this device');
    const section = (await screen.findByRole('heading', { name: 'Lock' })).closest('section');
    expect(section?.textContent).toContain('Settings of the lock');
  });

  it('exports unsent work with its contents', async () => {
    const { user } = await open('On this device', {
      outbox: [op({ id: 'a', patch: { title: 'Mine' } }), op({ id: 'b', state: 'acked' })],
      drafts: [{ key: '/incidents/1#comment:2', text: 'Half a sentence', savedAt: 1, fromOpId: null }],
    });
    await user.click(await screen.findByRole('button', { name: 'Export unsent work' }));
    const [, saved] = vi.mocked(downloadJson).mock.calls[0]!;
    expect(JSON.stringify(saved)).toContain('Half a sentence');
    expect(saved).toMatchObject({ unsent: [{ id: 'a' }] });
  });

  it('says when the storage cannot be looked at', async () => {
    await open(
      'On this device',
      {},
      { storageReport: async () => Promise.reject(new Error('The disk is gone')) },
    );
    expect(await screen.findAllByText(/The disk is gone/u)).not.toHaveLength(0);
  });
});

describe('records that cannot be read', () => {
  const lying = (at: number) => ({
    store: 'ops' as const,
    key: `"o${at}"`,
    record: { id: `o${at}`, patch: 'text', comment: 'what was left' },
  });

  it('[DSK5] are said in one line, exported as they lie, and removed only after a question', async () => {
    const { user } = await open(null, { setAside: [lying(1)] });
    expect(await screen.findByText('1 saved change could not be read')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Export' }));
    expect(vi.mocked(downloadJson).mock.calls[0]![1]).toEqual({ unreadable: [lying(1)] });
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove this record?' });
    expect(replica.sync.removeSetAside).not.toHaveBeenCalled();
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(replica.sync.removeSetAside).toHaveBeenCalledWith([{ store: 'ops', key: '"o1"' }]);
    await vi.waitFor(() => expect(screen.queryByText(/could not be read/u)).toBeNull());
  });

  it('[DSK5] are counted, and nothing is said where there are none', async () => {
    await open(null, { setAside: [lying(1), lying(2)] });
    expect(await screen.findByText('2 saved changes could not be read')).toBeDefined();
    await replica.set({ setAside: [] });
    await vi.waitFor(() => expect(screen.queryByText(/could not be read/u)).toBeNull());
  });

  it('[DSK5] go with unsent work whole, and with the diagnostics without their contents', async () => {
    const { user } = await open('On this device', { setAside: [lying(1)] });
    await user.click(await screen.findByRole('button', { name: 'Export unsent work' }));
    await vi.waitFor(() => expect(downloadJson).toHaveBeenCalledOnce());
    expect(vi.mocked(downloadJson).mock.calls[0]![1]).toMatchObject({ unreadable: [lying(1)] });
    await user.click(screen.getByRole('tab', { name: 'Diagnostics' }));
    await user.click(await screen.findByRole('button', { name: 'Export diagnostics' }));
    await vi.waitFor(() => expect(downloadJson).toHaveBeenCalledTimes(2));
    const [, saved] = vi.mocked(downloadJson).mock.calls[1]!;
    expect(JSON.stringify(saved)).not.toContain('what was left');
    expect(saved).toMatchObject({ unreadable: [{ store: 'ops', parts: ['id', 'patch', 'comment'] }] });
  });
});

describe('diagnostics', () => {
  it('shows every feed with its last pull, its cursor and its next', async () => {
    await open('Diagnostics');
    const feeds = within(await screen.findByRole('region', { name: 'Feeds' }));
    const row = feeds.getByRole('rowheader', { name: 'Incidents' }).closest('tr')!;
    expect(feeds.getAllByText('updated_at 2026-11-20T11:58:00+00:00 · overlap 1m 30s')).toHaveLength(2);
    expect(row.textContent).toContain('2 KB');
    expect(row.textContent).toContain('140ms');
    expect(row.textContent).toContain('in 15s');
    expect(screen.getByText(/Compression: gzip, none/u)).toBeDefined();
    expect((await rowOf('Catalog and topology')).textContent).toContain('–');
  });

  it('says that only the syncing tab knows, when it has not answered', async () => {
    const others = diagnostics({
      leader: null,
      tabs: [{ tabId: 'tab-2', isThis: true, isLeader: false, isVisible: true, appVersion: '1' }],
    });
    const { user } = await open('Diagnostics', {}, { diagnostics: async () => others });
    expect(await screen.findByText(/Another tab does the syncing and has not answered/u)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Feeds' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Tabs' }));
    expect(screen.getByText('tab-2')).toBeDefined();
    expect(screen.queryByText(/Hidden tabs are not listed/u)).toBeNull();
  });

  it('says when hidden tabs cannot be listed', async () => {
    const report = diagnostics({ tabsAreAll: false });
    const { user } = await open('Diagnostics', {}, { diagnostics: async () => report });
    await user.click(await screen.findByRole('button', { name: 'Tabs' }));
    expect(screen.getByText(/Hidden tabs are not listed/u)).toBeDefined();
  });

  it('compares with the server on request and lists what differed', async () => {
    const verify = vi.fn<Sync['verify']>(async () => ({
      ...NOTHING_DIFFERS,
      differences: [{ tbl: 'hypotheses', id: 'h-7', kind: 'differs' as const, columns: ['title'] }],
      repaired: 1,
    }));
    const { user } = await open('Diagnostics', {}, { verify });
    await user.click(await screen.findByRole('button', { name: 'Verify against the server' }));
    expect(await screen.findByText('42 rows of 1 collection compared. 1 differs.')).toBeDefined();
    expect((await rowOf(/^Hypotheses/u)).textContent).toContain('Differed unnoticed, read againtitle');
  });

  it('rebuilds the local copy only after the question', async () => {
    const { user } = await open('Diagnostics');
    await user.click(await screen.findByRole('button', { name: 'Rebuild local copy' }));
    expect(replica.sync.rebuild).not.toHaveBeenCalled();
    const dialog = await screen.findByRole('alertdialog', { name: 'Rebuild the local copy?' });
    expect(dialog.textContent).toContain('Changes that are not sent yet and drafts stay.');
    await user.click(within(dialog).getByRole('button', { name: 'Rebuild' }));
    expect(replica.sync.rebuild).toHaveBeenCalledOnce();
  });

  it('indexes anew and says how much', async () => {
    const { user } = await open('Diagnostics');
    await user.click(await screen.findByRole('button', { name: 'Re-index' }));
    await vi.waitFor(() =>
      expect(messageLog.getSnapshot().messages[0]?.text).toBe('1,234 rows indexed anew'),
    );
  });

  it('filters the log by level', async () => {
    const line = { at: TAKEN_AT, fields: { table: 'checks' } };
    const { user } = await open(
      'Diagnostics',
      {},
      {
        log: async () => [
          { ...line, level: 'debug', code: 'quiet.thing' },
          { ...line, level: 'info', code: 'lead.begin' },
          { ...line, level: 'error', code: 'lead.failed' },
        ],
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Log of this tab' }));
    const log = await screen.findByRole('region', { name: 'Log' });
    expect(log.textContent).toContain('lead.begin table=checks');
    expect(log.textContent).not.toContain('quiet.thing');
    await user.click(screen.getByRole('button', { name: /Level/u }));
    await user.click(await screen.findByRole('option', { name: 'Errors only' }));
    expect(screen.getByRole('region', { name: 'Log' }).textContent).not.toContain('lead.begin');
    expect(screen.getByRole('region', { name: 'Log' }).textContent).toContain('lead.failed');
  });

  it('[DIA3] exports without any content of rows and drafts', async () => {
    const secret = 'the secret text';
    const { user } = await open('Diagnostics', {
      outbox: [
        op({
          patch: { title: secret },
          base: { title: secret },
          lastError: { class: 'invalid', status: 400, code: '22P02', message: secret },
          conflict: { theirs: { title: secret }, fields: ['title'] },
        }),
      ],
      drafts: [{ key: '/incidents/1#comment:2', text: secret, savedAt: 1, fromOpId: null }],
    });
    await user.click(await screen.findByRole('button', { name: 'Export diagnostics' }));
    await vi.waitFor(() => expect(downloadJson).toHaveBeenCalledOnce());
    const [, saved] = vi.mocked(downloadJson).mock.calls[0]!;
    expect(JSON.stringify(saved)).not.toContain(secret);
    expect(saved).toMatchObject({
      drafts: 1,
      outbox: [{ columns: ['title'], error: { class: 'invalid', status: 400, code: '22P02' } }],
      diagnostics: { leader: { epoch: 4 } },
    });
  });

  it('exports what it can when parts are broken, and says once that they are missing', async () => {
    messageLog.clear();
    const gone = async (): Promise<never> =>
      Promise.reject(new SyncError({ kind: 'storage-lost', message: 'gone' }));
    const { user } = await open('Diagnostics', {}, { diagnostics: gone, log: gone });
    await user.click(await screen.findByRole('button', { name: 'Export diagnostics' }));
    await vi.waitFor(() => expect(downloadJson).toHaveBeenCalledOnce());
    expect(vi.mocked(downloadJson).mock.calls[0]![1]).toMatchObject({
      diagnostics: null,
      log: null,
      drafts: 0,
    });
    const said = messageLog.getSnapshot().messages.map(({ text, detail }) => ({ text, detail }));
    expect(said).toEqual([{ text: '2 parts of the diagnostics are missing', detail: 'gone' }]);
  });
});

describe('row inspector', () => {
  it('opens from a change and shows both versions', async () => {
    const waiting = op({ patch: { title: 'Mine' } });
    const { user } = await open(null, {
      outbox: [waiting],
      rows: {
        'hypotheses h-1': {
          visible: { id: 'h-1', title: 'Mine', status: 'likely' },
          base: { id: 'h-1', title: 'Theirs', status: 'likely' },
          ops: [waiting],
          seen: { epoch: 3, step: 17 },
          deletedAt: null,
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Inspect row' }));
    const dialog = await screen.findByRole('dialog', { name: 'Row on this device' });
    const title = within(dialog).getByRole('rowheader', { name: 'title, changed here' }).closest('tr')!;
    expect(title.textContent).toContain('Theirs');
    expect(title.textContent).toContain('Mine');
    expect(within(dialog).getByText('term 3, step 17')).toBeDefined();
    expect(within(dialog).getByText(/Hypothesis title changed to “Mine”/u)).toBeDefined();
  });
});
