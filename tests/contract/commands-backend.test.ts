import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonRow, Op } from '#sync/protocol/op.ts';
import type { Command } from '#sync/protocol/command.ts';
import { wires, type Wire } from '#tests/backend/migrate.ts';
import { openWireDevice, wireHttp, type WireDevice } from '#tests/support/wire-device.ts';
import { startGateway, type Client, type Gateway } from './gateway-client.ts';

/** Long enough for a pull of the demo data on a slow machine; conditions are polled, nothing sleeps for it. */
const PATIENCE_MS = 60_000;
const origin = { screen: '/incidents', appVersion: 'test' };

let gateway: Gateway;
let client: Client;
let device: WireDevice;

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
}

async function open(wire: Wire): Promise<void> {
  gateway = await startGateway({ size: 'demo', wire });
  client = await gateway.signedIn('admin');
  const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
  device = openWireDevice(wireHttp(client), me.payload.user.id, gateway.url);
  await device.engine.start();
  const wanted = ['incidents', 'hypotheses', 'evidences', 'comments', 'responders', 'people'];
  await until(async () => {
    const feeds = await device.cache.feeds();
    return wanted.every((tbl) => feeds.some((feed) => feed.tbl === tbl && feed.status === 'complete'));
  });
}

async function close(): Promise<void> {
  await device.engine.stop();
  await gateway.stop();
}

/** Submits and waits until nothing is left to send; the operations as they ended. */
async function submit(command: Command): Promise<readonly Op[]> {
  const { opIds } = await device.engine.submit(command, origin);
  await until(async () => (await device.journal.read({ open: true })).length === 0);
  return device.journal.read({ ids: opIds });
}

const remote = (query: string): Promise<JsonRow[]> => client.json<JsonRow[]>(`/api/db/${query}`);
const ended = (ops: readonly Op[]): string[] => ops.map((op) => `${op.kind} ${op.tbl} ${op.state}`);

describe.each(wires)('commands on the server of %s', (wire) => {
  beforeAll(() => open(wire), 180_000);
  afterAll(close);

  it('[GRP1] the commands of an incident arrive whole on the real server', { timeout: 180_000 }, async () => {
    const created = await submit({
      kind: 'incident.create',
      title: 'DNS',
      severity: 'high',
      type: 'availability',
      evidence: { type: 'comment', description: 'NXDOMAIN', payload: { comment: 'NXDOMAIN' } },
    });
    expect(ended(created)).toEqual([
      'insert incidents done',
      'insert hypotheses done',
      'insert evidences done',
    ]);
    const [incidentId = '', hypothesisId = '', evidenceId = ''] = created.map((op) => op.rowId);
    const [incident] = await remote(`incidents?id=eq.${incidentId}`);
    expect(incident).toMatchObject({ title: 'DNS', status: 'open', severity: 'high' });
    expect(incident?.['incident_id']).toMatch(/^INC-\d+$/u);
    expect((await device.cache.get({ tbl: 'incidents', id: incidentId })).row?.['incident_id']).toBe(
      incident?.['incident_id'],
    );

    const mitigated = await submit({
      kind: 'incident.set-status',
      incidentId,
      status: 'mitigated',
      definitionOfDone: [evidenceId],
    });
    expect(ended(mitigated)).toEqual(['update evidences done', 'update incidents done']);
    const lines = await remote(`incident_histories?incident_id=eq.${incidentId}&order=created_at.asc`);
    const types = lines.map((line) => line['type']);
    expect(types.filter((type) => type === 'incident.status_updated')).toHaveLength(1);
    expect(types).toContain('evidence.done_definition_added');

    const [person] = await device.cache.dump('people');
    const personId = String(person?.['id']);
    const table = 'responders';
    const row = { incident_id: incidentId, person_id: personId };
    const [added] = await submit({ kind: 'row.create', table, rows: [row] });
    const responderId = added?.rowId ?? '';
    expect(await remote(`responders?id=eq.${responderId}&select=person_id,type,deleted_at`)).toEqual([
      { person_id: personId, type: 'person', deleted_at: null },
    ]);
    expect(ended(await submit({ kind: 'row.delete', table, rowId: responderId }))).toEqual([
      'delete responders done',
    ]);
    expect((await remote(`responders?id=eq.${responderId}`))[0]?.['deleted_at']).not.toBeNull();
    expect((await device.cache.get({ tbl: 'responders', id: responderId })).row).toBeUndefined();

    const text = 'looking';
    const child = await submit({ kind: 'hypothesis.add', incidentId, parentId: hypothesisId, title: 'Zone' });
    await submit({ kind: 'comment.add', incidentId, hypothesisId: child[0]?.rowId ?? '', text });
    const deleted = await submit({ kind: 'hypothesis.delete', hypothesisId });
    expect(ended(deleted)).toEqual([
      'delete comments done',
      'delete hypotheses done',
      'delete evidences done',
      'delete hypotheses done',
    ]);
    expect(await remote(`hypotheses?incident_id=eq.${incidentId}`)).toEqual([]);
    expect(await remote(`comments?incident_id=eq.${incidentId}`)).toEqual([]);
    expect(await device.journal.notices()).toEqual([]);
  });

  it('[GRP1] evidence with its snapshot arrives after what it hangs on', { timeout: 180_000 }, async () => {
    const [check] = await remote('checks?select=id&limit=1');
    const checkId = String(check?.['id']);
    const payload = {
      check_id: checkId,
      includeMessages: true,
      start: '1h',
      snapshot: { at: '2024-09-01T10:00:00Z', runs: [{ time: '2024-09-01T09:59:00Z', status: false }] },
    };
    const evidence = { type: 'check', description: '502 from the gateway', checkId, payload } as const;
    const created = await submit({
      kind: 'incident.create',
      title: 'Checkout fails',
      severity: 'warning',
      type: 'availability',
      hypothesisTitle: 'Bad deploy',
      evidence,
    });
    const [incidentId = '', hypothesisId = '', evidenceId = ''] = created.map((op) => op.rowId);
    const [stored] = await remote(
      `evidences?id=eq.${evidenceId}&select=hypothesis_id,check_id,type,evidence`,
    );
    expect(stored).toEqual({
      hypothesis_id: hypothesisId,
      check_id: checkId,
      type: 'check',
      evidence: payload,
    });

    const added = await submit({
      kind: 'hypothesis.add',
      incidentId,
      parentId: null,
      title: 'Or the network',
      evidence,
    });
    expect(ended(added)).toEqual(['insert hypotheses done', 'insert evidences done']);
    const linked = await remote(
      `evidences?id=eq.${added[1]?.rowId}&select=check_id,hypotheses(title,type,incident_id)`,
    );
    expect(linked).toEqual([
      {
        check_id: checkId,
        hypotheses: { title: 'Or the network', type: 'root', incident_id: incidentId },
      },
    ]);

    expect(ended(await submit({ kind: 'row.delete', table: 'evidences', rowId: evidenceId }))).toEqual([
      'delete evidences done',
    ]);
    expect(await remote(`evidences?id=eq.${evidenceId}`)).toEqual([]);
    expect(await device.journal.notices()).toEqual([]);
  });
});
