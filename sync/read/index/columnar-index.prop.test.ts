import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonRow } from '#sync/protocol/op.ts';
import { naiveQuery } from '#tests/support/naive-index.ts';
import { ColumnarIndex } from './columnar-index.ts';
import type { IndexSpec } from './index-spec.ts';
import type { AskedDimension, IndexFilter, IndexQuery } from '#sync/protocol/index-query.ts';
import { runQuery } from './run-query.ts';

const spec: IndexSpec = {
  name: { kind: 'text', isSearched: true, says: 'name' },
  type: { kind: 'dict', isSearched: true },
  about: { kind: 'text', isSearched: true, says: 'about' },
  health: { kind: 'dict', order: ['unhealthy', 'warning', 'healthy'], isWeighed: true },
  ready: { kind: 'dict' },
  tags: { kind: 'pairs', isSearched: true },
  created_at: { kind: 'time' },
  cost: { kind: 'number' },
};

const ids = Array.from({ length: 24 }, (_, at) =>
  at % 3 === 0
    ? `c${at}~2024-09-01T10:00:${String(at).padStart(2, '0')}+00:00`
    : `${((at * 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')}-0000-4000-8000-0000000000${String(at).padStart(2, '0')}`,
);
const types = ['Pod', 'pod', 'Node', 'EC2::Instance', 'Straße', ''];
const healths = ['healthy', 'Warning', 'unhealthy', 'odd'];
const keys = ['cluster', 'team', 'a=b'];
const values = ['prod', 'dev', '', 'Ж'];
const times = [
  '2024-09-01T10:00:00.000001+00:00',
  '2024-09-01T10:00:00.000002+00:00',
  '2024-09-01T12:00:00+02:00',
  '2023-01-01T00:00:00+00:00',
];

const texts =
  '|a|API|pod api|api gateway|ß|i|two lines|prod|team=|cluster=pr|=b=dev|gatewy|gateway|paymnets|payments-ap|pord gateway|instnace|wayt'.split(
    '|',
  );

const maybe = <T>(arb: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arb, { freq: 4 });
const name = fc.oneof(
  fc.constantFrom(
    'api',
    'API gateway',
    'gateway',
    'gatewya-1',
    'payments-api',
    'paymets',
    'İstanbul',
    'two\nlines',
    'ŸŸŸ',
  ),
  fc.string({ maxLength: 6 }),
);
const rowArb: fc.Arbitrary<JsonRow> = fc.record({
  id: fc.constantFrom(...ids),
  name: maybe(name),
  type: maybe(fc.constantFrom(...types)),
  about: maybe(fc.constantFrom('What the gateway is for', 'pays')),
  health: maybe(fc.constantFrom(...healths)),
  ready: maybe(fc.boolean()),
  tags: maybe(
    fc.dictionary(fc.constantFrom(...keys), fc.oneof(fc.constantFrom(...values), fc.integer()), {
      maxKeys: 3,
    }),
  ),
  created_at: maybe(fc.constantFrom(...times)),
  cost: maybe(fc.constantFrom(0, -1, 2.5, 1000)),
});

const pairArb = fc.record({
  key: fc.constantFrom(...keys),
  value: maybe(fc.constantFrom(...values, 'nowhere')),
});
const valueFilter = (column: string, of: readonly string[]): fc.Arbitrary<IndexFilter> =>
  fc.record({
    kind: fc.constant('values' as const),
    column: fc.constant(column),
    include: fc.array(maybe(fc.constantFrom(...of, 'nowhere')), { maxLength: 2 }),
    exclude: fc.array(maybe(fc.constantFrom(...of)), { maxLength: 2 }),
  });
const filterArb: fc.Arbitrary<IndexFilter> = fc.oneof(
  valueFilter('type', types),
  valueFilter('health', healths),
  valueFilter('ready', ['true', 'false']),
  fc.record({
    kind: fc.constant('pairs' as const),
    column: fc.constant('tags'),
    include: fc.array(pairArb, { maxLength: 2 }),
    exclude: fc.array(pairArb, { maxLength: 2 }),
  }),
  fc.record({
    kind: fc.constant('range' as const),
    column: fc.constant('created_at'),
    from: maybe(fc.constantFrom(...times)),
    to: maybe(fc.constantFrom(...times)),
  }),
  fc.record({
    kind: fc.constant('range' as const),
    column: fc.constant('cost'),
    from: maybe(fc.constantFrom(-5, 0, 2.5)),
    to: maybe(fc.constantFrom(0, 3)),
  }),
);
const dimensionArb = fc.oneof(
  fc.record({ column: fc.constantFrom('type', 'health', 'ready') }),
  fc.record({ column: fc.constant('tags'), key: fc.constantFrom(...keys) }),
);
const groupings: readonly AskedDimension[] = [
  { column: 'name' },
  { column: 'type', before: '::' },
  { column: 'created_at', edges: [times[2] ?? '', times[3] ?? ''] },
  { column: 'cost', edges: [0, 100] },
  {
    column: 'id',
    sets: [
      { value: 'high', ids: ids.slice(0, 9) },
      { value: 'low', ids: [...ids.slice(9, 14), 'nowhere'] },
    ],
  },
];
const groupingArb: fc.Arbitrary<AskedDimension> = fc.oneof(dimensionArb, fc.constantFrom(...groupings));
const queryArb: fc.Arbitrary<IndexQuery> = fc.record({
  filters: fc.array(filterArb, { maxLength: 4 }),
  text: fc.oneof(fc.constantFrom(...texts), name),
  isNear: fc.boolean(),
  isByFit: fc.boolean(),
  sort: maybe(
    fc.record({
      column: fc.constantFrom('name', 'type', 'health', 'ready', 'created_at', 'cost'),
      descending: fc.boolean(),
    }),
  ),
  offset: fc.nat({ max: 5 }),
  limit: fc.nat({ max: 30 }),
  facets: fc.array(
    fc
      .tuple(fc.oneof(dimensionArb, fc.constant({ column: 'tags' })), fc.nat({ max: 6 }))
      .map(([asked, limit]) => ({ ...asked, limit })),
    { maxLength: 3 },
  ),
  groups: maybe(
    fc.record({
      by: fc.array(groupingArb, { minLength: 1, maxLength: 4 }),
      split: fc.array(fc.constantFrom('health', 'type'), { maxLength: 2 }),
      limit: fc.nat({ max: 8 }),
    }),
  ),
});

/** Groups that stand out of the rest: some that may be there. */
const exceptArb = fc.array(
  fc
    .array(maybe(fc.constantFrom(...types, ...healths, ...values, 'true')), { minLength: 1, maxLength: 2 })
    .map((group) => JSON.stringify(group)),
  { maxLength: 4 },
);
const linesArb = fc.record({
  by: fc.array(groupingArb, { minLength: 1, maxLength: 4 }),
  isOpen: fc.boolean(),
  except: exceptArb,
  offset: fc.nat({ max: 12 }),
  limit: fc.nat({ max: 30 }),
});

const stepArb = fc.oneof(
  fc.record({ put: fc.array(rowArb, { maxLength: 12 }) }),
  fc.record({ remove: fc.array(fc.constantFrom(...ids), { maxLength: 5 }) }),
  fc.constant({ restart: true }),
);

const askedArb = fc.tuple(queryArb, maybe(linesArb)).map(([query, lines]) => ({ ...query, lines }));

describe('the columnar index', () => {
  it('[IDX1] answers like a look at every row, at every version (I27)', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(stepArb, askedArb), { minLength: 1, maxLength: 8 }), (steps) => {
        const rows = new Map<string, JsonRow>();
        let index = new ColumnarIndex(spec);
        for (const [step, query] of steps) {
          if ('put' in step) {
            for (const row of step.put) rows.set(String(row['id']), row);
            index.put(step.put);
          } else if ('remove' in step) {
            for (const id of step.remove) rows.delete(id);
            index.remove(step.remove);
          } else {
            const restored = ColumnarIndex.restore(spec, structuredClone(index.snapshot()));
            if (restored === undefined) throw new Error('The snapshot was refused');
            index = restored;
          }
          expect(runQuery(index, query)).toEqual(naiveQuery([...rows.values()], query, spec));
          const again = { ...query, text: '', filters: [] };
          expect(runQuery(index, again)).toEqual(naiveQuery([...rows.values()], again, spec));
        }
      }),
      { numRuns: 400 },
    );
  });
});
