import { describe, expect, it } from 'vitest';
import type { ReviewPart } from '#sync/read/review.ts';
import type { IncidentTimeline, TimelineEvent } from '#sync/read/timeline.ts';
import { hypothesis, incidentDetail, NO_MARKS } from '#tests/page/fake-replica.tsx';
import { durationWords, reportFileName, reviewReport, type ReportParts } from './review-report.ts';
import { completenessOf, eventLine, eventWords, keepWords, partLines } from './review-labels.ts';

const began = '2026-11-20T10:00:00+00:00';

function event(own: Partial<TimelineEvent> = {}): TimelineEvent {
  return {
    id: 'e1',
    at: '2026-11-20T10:05:07+00:00',
    until: null,
    lane: 'incident',
    kind: 'comment',
    text: 'restarting *now*',
    detail: null,
    subject: null,
    author: { id: 'p1', name: 'Ada', avatar: null },
    severity: null,
    keptName: null,
    isPending: false,
    ...own,
  };
}

function part(own: Partial<ReviewPart> = {}): ReviewPart {
  return {
    kind: 'config',
    id: 'g1',
    subject: { kind: 'config', id: 'g1' },
    grows: false,
    state: 'here',
    asOf: '2026-11-20T11:00:00+00:00',
    ...own,
  };
}

function report(own: Partial<ReportParts> = {}, timeline: Partial<IncidentTimeline> = {}): string {
  return reviewReport({
    incident: incidentDetail({ number: 'INC-7', title: 'Checkout [slow]', severity: '', status: 'resolved' }),
    timeline: {
      span: { from: began, to: '2026-11-20T12:05:00+00:00' },
      events: [event()],
      checks: [],
      lacking: 0,
      ...timeline,
    },
    parts: [],
    asOf: '2026-11-20T12:00:00+00:00',
    nameOf: ({ subject }) => subject?.name ?? null,
    nowMs: Date.UTC(2026, 10, 20, 13),
    ...own,
  });
}

describe('the review report', () => {
  it('says what, who, from when to when, and what it was made from', () => {
    const text = report({ parts: [part(), part({ state: 'lacking' }), part({ state: 'secret' })] });
    expect(text).toContain('# INC-7 Checkout \\[slow\\]');
    expect(text).toContain('- Severity: not set');
    expect(text).toContain('- Ended: 2026-11-20 12:05:00 UTC, after 2 h 5 min');
    expect(text).toContain(
      'Made on this device at 2026-11-20 13:00:00 UTC from data as of 2026-11-20 12:00:00 UTC.',
    );
    expect(text).toContain('1 of 2 parts of the incident were on the device.');
    expect(text).toContain('1 part may not be kept on a device or no longer exist.');
  });

  it('what people wrote is words wherever it stands, the description a quotation', () => {
    const nasty = '# Owned\n- <b>x</b>';
    const tree = [hypothesis({ title: nasty, status: '*odd*' })];
    const incident = incidentDetail({ title: nasty, description: nasty, status: '<i>', tree });
    const text = report({ incident }, { events: [event({ text: nasty })] });
    expect(text).toContain(String.raw`# ${incident.number} \# Owned - \<b\>x\</b\>`);
    expect(text).toContain('> \\# Owned\\\n> \\- \\<b\\>x\\</b\\>\n');
    expect(text).toContain(String.raw`- Status: \<i\>`);
    expect(text).toContain(String.raw`- **\*odd\*** \# Owned - \<b\>x\</b\>`);
    expect(text).toContain(String.raw`commented: \# Owned - \<b\>x`);
  });

  it('lists events under their day and marks what is not sent yet', () => {
    const late = event({
      id: 'e2',
      at: '2026-11-21T00:01:00+00:00',
      kind: 'status',
      text: 'resolved',
      isPending: true,
    });
    const text = report({}, { events: [event(), late] });
    expect(text).toContain('### 2026-11-20\n\n- `10:05:07` Ada commented: restarting \\*now\\*');
    expect(text).toContain('### 2026-11-21\n\n- `00:01:00` Ada marked as: Resolved (not sent yet)');
    expect(text).toContain('1 change had not been sent to the server');
  });

  it('gives the tree with its evidence, the definition of done and how long checks failed', () => {
    const done = {
      id: 'v1',
      type: 'check',
      description: 'api is healthy',
      createdAt: began,
      author: { id: 'p1', name: 'Ada', avatar: null },
      definitionOfDone: true,
      done: true,
      payload: {},
      subject: { kind: 'check', id: 'c1', name: 'http api' } as const,
      marks: { pending: false, failed: false, conflict: false, parked: false },
    };
    const root = hypothesis({ title: '', status: null });
    const child = hypothesis({ id: 'h-2', title: 'Disk full', status: 'proven' });
    // Only what the report reads of an evidence is given.
    const tree = [
      { ...root, evidences: [done], children: [child] },
    ] as unknown as ReportParts['incident']['tree'];
    const text = report(
      { incident: incidentDetail({ tree }) },
      {
        checks: [
          {
            checkId: 'c1',
            name: 'http api',
            runs: 3,
            bands: [
              { from: began, to: '2026-11-20T10:10:00+00:00', status: 'unhealthy' },
              { from: '2026-11-20T10:10:00+00:00', to: '2026-11-20T10:20:00+00:00', status: 'healthy' },
            ],
          },
          { checkId: 'c2', name: null, runs: 0, bands: [] },
        ],
      },
    );
    expect(text).toContain(
      '- **Likely** (no title)\n  - Check: http api, api is healthy\n  - **Proven** Disk full',
    );
    expect(text).toContain('- [x] Check: http api, api is healthy');
    expect(text).toContain('- http api: unhealthy for 10 min in 3 runs');
    expect(text).toContain('- Check: no runs on this device');
  });

  it('has every word people wrote, and one line of what a machine said', () => {
    const said = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');
    const failed = event({ id: 'e2', lane: 'checks', kind: 'check', text: 'unhealthy', detail: said });
    const text = report({}, { events: [event({ text: said }), failed] });
    expect(text).toContain(`Ada commented: ${said}\n`);
    expect(text).toMatch(/Ada Check became unhealthy: word0 .*…$/mu);
  });

  it.each([
    [
      'config',
      { configName: 'checkout-api', configType: 'Deployment' },
      'Catalog item: checkout-api (Deployment)',
    ],
    ['config_change', { snapshot: { at: began, config_name: 'web' } }, 'Config change of web'],
    ['comment', { comment: 'Fans are *loud*' }, String.raw`Note: Fans are \*loud\*`],
    ['check', {}, 'Check'],
  ])('names evidence of a thing that has no row here: %s', (type, payload, line) => {
    const own = { type, payload, subject: null, description: '', author: null, marks: NO_MARKS };
    // Only what the report reads of an evidence is given.
    const tree = [
      { ...hypothesis({ title: 'Disk' }), evidences: [own] },
    ] as unknown as ReportParts['incident']['tree'];
    expect(report({ incident: incidentDetail({ tree }) })).toContain(`Disk\n  - ${line}\n`);
  });

  it.each([
    [
      { type: 'topology', subject: { kind: 'component', id: 'c', name: 'Cart' } },
      'Component: Cart, it is red',
    ],
    [
      { type: 'config', payload: { configName: 'web', configType: 'Deployment' } },
      'Catalog item: web (Deployment), it is red',
    ],
    [
      { type: 'config_change', payload: { snapshot: { at: 't', config_name: 'web' } } },
      'Config change of web: it is red',
    ],
    [{ type: 'config_analysis' }, 'Insight: it is red'],
    [{ type: 'comment' }, 'Note: it is red'],
    [{ type: 'log', payload: { snapshot: { at: 't', name: 'web' } } }, 'Logs: web, it is red'],
    [{ type: 'heap_dump' }, 'Heap dump: it is red'],
  ])('calls evidence what its screen calls it: %j', (own, words) => {
    const evidence = {
      description: 'it is red',
      payload: {},
      subject: null,
      marks: { pending: false },
      definitionOfDone: true,
      done: false,
      ...own,
    };
    // Only what the report reads of an evidence is given.
    const tree = [{ ...hypothesis(), evidences: [evidence] }] as unknown as ReportParts['incident']['tree'];
    const text = report({ incident: incidentDetail({ tree }) });
    expect(text).toContain(`\n  - ${words}\n`);
    expect(text).toContain(`\n- [ ] ${words}\n`);
  });

  it('has a name that every file system takes', () => {
    expect(reportFileName({ number: 'INC-7', title: 'Ümläut / "quoted": a?' })).toBe(
      'inc-7-ümläut-quoted-a-review.md',
    );
    expect(reportFileName({ number: null, title: '***' })).toBe('incident-review.md');
  });

  it('says durations by their two largest units', () => {
    const day = 86_400_000;
    expect([0, 59_000, 3_600_000, 3_660_000, day, day + 3_600_000 + 60_000].map(durationWords)).toEqual([
      '0 min',
      '1 min',
      '1 h',
      '1 h 1 min',
      '1 d',
      '1 d 1 h',
    ]);
  });
});

describe('what is kept offline', () => {
  it('says how much is here and counts what can never be here apart', () => {
    const parts = [part(), part({ state: 'lacking' }), part({ state: 'gone' })];
    expect(completenessOf(parts)).toEqual({ here: 1, possible: 2, withheld: 1 });
    expect(keepWords({ keep: 'no', parts })).toBe('Keep offline');
    expect(keepWords({ keep: 'pinned', parts })).toBe('Kept offline, 1 of 2');
    expect(keepWords({ keep: 'taking-part', parts: [part(), part({ state: 'secret' })] })).toBe(
      'Kept offline',
    );
  });

  it('joins parts of one kind, the oldest age first said, and puts what is lacking on top', () => {
    const older = part({ asOf: '2026-11-20T09:00:00+00:00' });
    expect(partLines([part(), older, part({ kind: 'check-history', state: 'lacking', asOf: null })])).toEqual(
      [
        { words: 'Check runs around the incident', count: 1, absence: 'not downloaded yet', asOf: null },
        { words: 'Config content', count: 2, absence: null, asOf: older.asOf },
      ],
    );
    expect(partLines([older, part()])[0]?.asOf).toBe(older.asOf);
  });
});

describe('words of events', () => {
  it('name the thing, and mentions as people', () => {
    expect(eventWords(event({ text: 'ask @[Grace](user:p2) please' }), null)).toBe(
      'commented: ask @Grace please',
    );
    expect(eventWords(event({ kind: 'check', text: 'unhealthy', detail: 'timed out' }), 'http api')).toBe(
      'http api became unhealthy: timed out',
    );
    expect(eventWords(event({ kind: 'run', text: 'completed', detail: 'Restart' }), 'web')).toBe(
      'Restart completed on web',
    );
    expect(eventWords(event({ kind: 'change', text: 'diff' }), null)).toBe('Config: diff');
    const evidence = event({ kind: 'evidence', text: 'topology', detail: 'it is red' });
    expect(eventWords(evidence, 'Cart')).toBe('added component “Cart”');
    expect(eventWords({ ...evidence, keptName: 'Old cart' }, null)).toBe('added component “Old cart”');
    expect(eventWords({ ...evidence, kind: 'definition-of-done', text: 'comment' }, null)).toBe(
      'added DoD for note “it is red”',
    );
  });

  it('are cut to a line', () => {
    const long = eventLine(event({ text: `one\n${'word '.repeat(60)}` }), null);
    expect(long.length).toBeLessThanOrEqual(140);
    expect(long).toMatch(/^commented: one word .*…$/u);
  });
});
