import { describe, expect, it, vi } from 'vitest';
import { evidenceInputSchema } from '#sync/protocol/command.ts';
import { fetchedBody, type FetchedBody } from '#tests/page/fake-answers.ts';
import { createFakeIndex, type FakeIndexState } from '#tests/page/fake-index.ts';
import type { AttachSource } from '#src/platform/actions/attach-evidence.tsx';
import * as v from 'valibot';
import { createFreezer, type Freezer, type Frozen } from './freeze.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

const NOW_MS = Date.parse('2026-11-20T12:00:00Z');
const AT = '2026-11-20T12:00:00.000Z';
const reported: unknown[] = [];
vi.stubGlobal('reportError', (thrown: unknown) => reported.push(thrown));

interface Given {
  readonly index?: FakeIndexState;
  readonly body?: FetchedBody;
}

function freezerOf({ index = { rows: {} }, body }: Given): Freezer & { readonly watch: () => Promise<void> } {
  const watch = vi.fn<() => Promise<void>>(async () => undefined);
  const fetched = fetchedBody({ state: 'never', ...body });
  const read = <T>(data: T) => ({ data, ...deviceClaim('complete', null) }) as const;
  const check = {
    id: 'k1',
    name: 'api-health',
    type: 'http',
    status: 'unhealthy',
    severity: 'high',
    agent: null,
    since: '2026-11-20T11:00:00Z',
  };
  const component = {
    id: 'c1',
    name: 'checkout',
    type: 'Service',
    status: null,
    health: 'warning',
    reason: 'slow',
    agent: 'eu',
  };
  const freezer = createFreezer({
    model: { checkFacts: async () => read(check), componentFacts: async () => read(component) },
    index: createFakeIndex(index),
    sync: { fetchDocument: async () => fetched, watch, unwatch: async () => undefined },
    nowMs: () => NOW_MS,
  });
  return { ...freezer, watch };
}

/** As the dialog does it: expected when it opens, frozen when it is submitted. */
async function frozen(source: AttachSource, given: Given = {}): Promise<Frozen> {
  const freezer = freezerOf(given);
  freezer.expect(source);
  await Promise.resolve();
  const evidence = await freezer.freeze(source);
  expect(v.safeParse(evidenceInputSchema, { ...evidence, description: '' }).issues).toBeUndefined();
  return evidence;
}

describe('freezing', () => {
  it('a check keeps its result and its newest runs, oldest first', async () => {
    const run = (minute: number, status: boolean) => ({
      check_id: 'k1',
      time: `2026-11-20T11:0${minute}:00Z`,
      status,
      duration: 12,
      message: null,
      error: null,
    });
    const source = { kind: 'check', checkId: 'k1', name: 'api-health' } as const;
    expect(
      await frozen(source, { index: { rows: { check_statuses: [run(1, true), run(2, false)] } } }),
    ).toEqual({
      type: 'check',
      checkId: 'k1',
      payload: {
        check_id: 'k1',
        includeMessages: true,
        start: '1h',
        snapshot: {
          at: AT,
          name: 'api-health',
          type: 'http',
          status: 'unhealthy',
          severity: 'high',
          since: '2026-11-20T11:00:00Z',
          runs: [1, 2].map((minute) => ({
            time: `2026-11-20T11:0${minute}:00Z`,
            status: minute === 1,
            duration: 12,
            message: null,
            error: null,
          })),
        },
      },
    });
  });

  it('its runs are asked for while the dialog is open', () => {
    const freezer = freezerOf({});
    freezer.expect({ kind: 'check', checkId: 'k1', name: '' });
    expect(freezer.watch).toHaveBeenCalledWith({
      table: 'checks',
      id: 'k1',
      from: '2026-11-20T11:00:00.000Z',
    });
  });

  it('config lines have the shape of the wire', async () => {
    const source: AttachSource = {
      kind: 'config',
      configId: 'x1',
      name: 'payments',
      configType: 'Kubernetes::Deployment',
      lines: ['a', 'b', 'c'],
      selected: [1, 9],
    };
    expect(
      await frozen(source, { index: { rows: { config_items: [{ id: 'x1', health: 'healthy' }] } } }),
    ).toEqual({
      type: 'config',
      configId: 'x1',
      payload: {
        lines: ['a', 'b', 'c'],
        configName: 'payments',
        configType: 'Kubernetes::Deployment',
        selected_lines: { '1': 'b' },
        snapshot: { at: AT, name: 'payments', type: 'Kubernetes::Deployment', health: 'healthy' },
      },
    });
    const secret = await frozen({ ...source, configType: 'Kubernetes::Secret' });
    expect(secret.payload).toMatchObject({ lines: [], selected_lines: {} });
  });

  it('log lines go along with their labels', async () => {
    const lines = [{ timestamp: 't', message: 'OOM', labels: { pod: 'a' } }];
    expect(await frozen({ kind: 'log', componentId: 'c1', name: 'checkout', lines })).toEqual({
      type: 'log',
      componentId: 'c1',
      payload: { lines, snapshot: { at: AT, name: 'checkout' } },
    });
  });

  const change: AttachSource = { kind: 'config_change', changeId: 'ch', configId: null, name: '' };
  const changeRows: FakeIndexState = {
    rows: {
      config_changes: [{ id: 'ch', config_id: 'x1', change_type: 'diff', severity: 'high', summary: 's' }],
      config_items: [{ id: 'x1', name: 'payments' }],
    },
  };

  it('a change keeps its line and, when it came in time, its diff', async () => {
    const body = { body: { diff: '-a\n+b', details: { user: 'ci' } }, state: 'complete' } as const;
    const { payload, ...rest } = await frozen(change, { index: changeRows, body });
    expect(rest).toEqual({ type: 'config_change', configChangeId: 'ch', configId: 'x1' });
    expect(payload?.['snapshot']).toEqual({
      at: AT,
      change_type: 'diff',
      severity: 'high',
      summary: 's',
      config_id: 'x1',
      config_name: 'payments',
      diff: '-a\n+b',
      details: { user: 'ci' },
    });
  });

  it('never a body that may not be stored, nor one that is too long', async () => {
    const secret = { body: { diff: '+token: x' }, state: 'complete', isKept: false } as const;
    expect(
      (await frozen(change, { index: changeRows, body: secret })).payload?.['snapshot'],
    ).not.toHaveProperty('diff');
    const long = { body: { diff: '+'.repeat(70_000) }, state: 'complete' } as const;
    expect(
      (await frozen(change, { index: changeRows, body: long })).payload?.['snapshot'],
    ).not.toHaveProperty('diff');
  });

  it('an insight keeps its message', async () => {
    const rows = { config_analysis: [{ id: 'an', config_id: 'x1', analyzer: 'trivy', status: 'open' }] };
    const body = { body: { message: 'Upgrade' }, state: 'complete' } as const;
    const source: AttachSource = { kind: 'config_analysis', analysisId: 'an', configId: 'x1', name: '' };
    expect(await frozen(source, { index: { rows }, body })).toEqual({
      type: 'config_analysis',
      configAnalysisId: 'an',
      configId: 'x1',
      payload: {
        snapshot: { at: AT, analyzer: 'trivy', status: 'open', config_id: 'x1', message: 'Upgrade' },
      },
    });
  });

  it('a component keeps its health', async () => {
    const { payload } = await frozen({ kind: 'topology', componentId: 'c1', name: '' });
    expect(payload?.['snapshot']).toEqual({
      at: AT,
      name: 'checkout',
      type: 'Service',
      health: 'warning',
      reason: 'slow',
      agent: 'eu',
    });
  });

  it('a copy goes as it is, with the words left to the person', async () => {
    const evidence = {
      type: 'check',
      description: 'then',
      checkId: 'k1',
      payload: { check_id: 'k1' },
    } as const;
    expect(await frozen({ kind: 'copy', name: '', evidence })).toEqual({
      type: 'check',
      checkId: 'k1',
      payload: { check_id: 'k1' },
    });
    expect(await frozen({ kind: 'comment' })).toEqual({ type: 'comment' });
  });

  it('an index that cannot be read costs the runs and is reported, not the evidence', async () => {
    reported.length = 0;
    const source = { kind: 'check', checkId: 'k1', name: 'api-health' } as const;
    const { payload } = await frozen(source, { index: { rows: {}, failure: 'Disk error' } });
    expect(payload?.['snapshot']).not.toHaveProperty('runs');
    expect(payload?.['snapshot']).toMatchObject({ status: 'unhealthy' });
    expect(reported).toHaveLength(1);
  });
});
