import { describe, expect, it } from 'vitest';
import { reviewNeeds } from '../core/commands/review.ts';
import type { StoredDocument } from '../protocol/document.ts';
import type { JsonRow } from '../protocol/op.ts';
import type { Stored } from '../protocol/stored.ts';
import { documentKey } from './review.ts';
import { bandsOf, timelineOf } from './timeline.ts';

const stamp = { _v: '', _p: 0, _f: 0, _seen: 0 };

function at(minute: number, second = 0): string {
  return new Date(Date.UTC(2026, 2, 1, 12, minute, second)).toISOString().replace('.000Z', '+00:00');
}

function row(columns: JsonRow): Stored {
  return { ...columns, ...stamp };
}

const incident = row({ id: 'i1', title: 'Slow', status: 'open', created_by: 'p1', created_at: at(0) });
const evidence = row({
  id: 'e1',
  type: 'check',
  check_id: 'c1',
  config_id: 'g1',
  created_by: 'p1',
  created_at: at(3),
});

function run(minute: number, isHealthy: boolean): JsonRow {
  return { check_id: 'c1', time: at(minute), status: isHealthy, error: isHealthy ? null : 'timed out' };
}

/** The timeline of one incident with one check and one config, whose documents hold the given rows. */
function timeline(
  bodies: Readonly<Record<string, readonly JsonRow[] | string>>,
  more: Partial<Parameters<typeof timelineOf>[0]> = {},
) {
  const evidences = [evidence];
  const needs = reviewNeeds({ incident, evidences, histories: [], links: [] });
  const documents = new Map(
    needs.flatMap((need): [string, StoredDocument][] => {
      const body = bodies[need.kind];
      if (body === undefined) return [];
      const { kind, id } = need;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return [
        [
          documentKey(need),
          { kind, id, body: text, asOf: at(9), bytes: text.length, reasons: [], usedAt: 0 },
        ],
      ];
    }),
  );
  return timelineOf({
    incident,
    hypotheses: [],
    evidences,
    comments: [],
    responders: [],
    histories: [],
    needs,
    documents,
    span: { from: at(0), to: null },
    people: new Map([['p1', { id: 'p1', name: 'Ada', avatar: null }]]),
    teams: new Map(),
    checkNames: new Map([['c1', 'http api']]),
    componentNames: new Map(),
    playbookNames: new Map([['b1', 'Restart']]),
    runs: [],
    ...more,
  });
}

describe('one axis for an incident', () => {
  it('a damaged body is lacking and takes nothing else from the axis', () => {
    const whole = timeline({ 'check-history': [run(1, true), run(2, false)], 'config-changes': [] });
    const torn = timeline({ 'check-history': [run(1, true), run(2, false)], 'config-changes': '[{"id":' });
    expect(torn.events).toEqual(whole.events);
    expect(torn.lacking).toBe(whole.lacking + 1);
  });

  it('[DOC8] joins incident, checks, changes and runs in the order of their times', () => {
    const { events } = timeline(
      {
        'check-history': [run(1, true), run(2, false), run(4, true)],
        'config-events': [{ id: 'h1', config_id: 'g1', change_type: 'diff', created_at: at(1, 30) }],
        'check-runs': [{ id: 'r1', playbook_id: 'b1', status: 'running', check_id: 'c1', created_at: at(5) }],
      },
      {
        comments: [row({ id: 'm1', comment: 'looking', created_by: 'p1', created_at: at(2, 30) })],
        histories: [
          row({ id: 'y1', type: 'incident_status.updated', description: 'open', created_at: at(0, 1) }),
        ],
      },
    );
    expect(events.map(({ lane, kind, text }) => `${lane} ${kind} ${text}`)).toEqual([
      'incident created Slow',
      'incident status open',
      'changes change diff',
      'checks check unhealthy',
      'incident comment looking',
      'incident evidence check',
      'checks check healthy',
      'runs run running',
    ]);
    expect(events.find(({ kind }) => kind === 'run')?.detail).toBe('Restart');
    expect(events.find(({ text }) => text === 'unhealthy')).toMatchObject({
      detail: 'timed out',
      subject: { name: 'http api' },
    });
  });

  it('[DOC8] an evidence is named as this device knows it, else as it was kept', () => {
    const kept = (name: string): object => ({
      snapshot: { at: at(0), name, config_name: `config of ${name}` },
    });
    const evidences = [
      row({ id: 'e1', type: 'check', check_id: 'c1', evidence: kept('old api'), created_at: at(1) }),
      row({ id: 'e2', type: 'topology', component_id: 'gone', evidence: kept('cart'), created_at: at(2) }),
      row({ id: 'e3', type: 'config_change', evidence: kept('web'), created_at: at(3) }),
    ];
    const histories = [
      row({ id: 'y1', type: 'evidence.done_definition_added', evidence_id: 'e2', created_at: at(4) }),
      row({ id: 'y2', type: 'evidence.done_definition_added', evidence_id: 'e9', created_at: at(5) }),
    ];
    const { events } = timeline({}, { evidences, histories });
    const about = events.filter(({ kind }) => kind === 'evidence' || kind === 'definition-of-done');
    expect(about.map(({ text, subject, keptName }) => [text, subject?.name, keptName])).toEqual([
      ['check', 'http api', 'old api'],
      ['topology', null, 'cart'],
      ['config_change', undefined, 'config of web'],
      ['topology', null, 'cart'],
      ['', undefined, null],
    ]);
  });

  it('[DOC8] a row that stands in two documents is shown once, and the local run is the fresher one', () => {
    const change = { id: 'h1', config_id: 'g1', change_type: 'diff', created_at: at(1) };
    const old = { id: 'r1', playbook_id: 'b1', status: 'running', check_id: 'c1', created_at: at(5) };
    const { events } = timeline(
      { 'config-changes': [change], 'config-events': [change], 'check-runs': [old], 'config-runs': [old] },
      { runs: [{ ...old, status: 'completed', end_time: at(7) }] },
    );
    expect(events.filter(({ lane }) => lane === 'changes')).toHaveLength(1);
    expect(events.filter(({ lane }) => lane === 'runs')).toMatchObject([{ text: 'completed', until: at(7) }]);
  });

  it('[DOC8] says how many documents are not here, and leaves out what happened long after the end', () => {
    const late = { id: 'h2', config_id: 'g1', change_type: 'diff', created_at: '2026-03-05T00:00:00+00:00' };
    const ended = { span: { from: at(0), to: at(30) } };
    const found = timeline({ 'config-events': [late] }, ended);
    expect(found.events.some(({ id }) => id === 'change:h2')).toBe(false);
    expect(found.lacking).toBeGreaterThan(0);
    expect(timeline({ 'config-events': [late] }).events.some(({ id }) => id === 'change:h2')).toBe(true);
  });
});

describe('bands of a check', () => {
  it('[DOC8] one for every stretch of equal status', () => {
    expect(bandsOf([run(0, true), run(1, true), run(2, false), run(3, true)], null)).toEqual([
      { from: at(0), to: at(2), status: 'healthy' },
      { from: at(2), to: at(3), status: 'unhealthy' },
      { from: at(3), to: at(3), status: 'healthy' },
    ]);
    expect(bandsOf([], at(9))).toEqual([]);
  });

  it('[DOC8] where it was silent for long nobody knows', () => {
    expect(bandsOf([run(0, true), run(1, true), run(2, true), run(40, true)], at(41))).toEqual([
      { from: at(0), to: at(7), status: 'healthy' },
      { from: at(7), to: at(40), status: 'unknown' },
      { from: at(40), to: at(41), status: 'healthy' },
    ]);
    expect(bandsOf([run(0, true), run(1, true), run(2, true)], at(40)).at(-1)).toEqual({
      from: at(7),
      to: at(40),
      status: 'unknown',
    });
  });
});
