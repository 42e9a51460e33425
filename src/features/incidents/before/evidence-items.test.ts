import { expect, it } from 'vitest';
import type { EvidenceRefs, HypothesisNode } from '#sync/read/types.ts';
import { changeLines } from '#src/views/changes/change-line.ts';
import { evidenceSubjects } from './evidence-items.ts';

const NONE: EvidenceRefs = {
  checkId: null,
  configId: null,
  configChangeId: null,
  configAnalysisId: null,
  componentId: null,
};
// as: of a node only its evidence and children are read
const node = (
  refs: readonly Partial<EvidenceRefs>[],
  children: readonly HypothesisNode[] = [],
): HypothesisNode =>
  ({
    evidences: refs.map((each) => ({ refs: { ...NONE, ...each } })),
    children,
  }) as unknown as HypothesisNode;

it('reads items, components and changes out of the whole tree, each once', () => {
  const tree = [
    node(
      [{ configId: 'g1' }, { configId: 'g1', configChangeId: 'c1' }, { componentId: 'k1' }],
      [node([{ configChangeId: 'c2' }, { configAnalysisId: 'a1' }, { configId: 'g2' }])],
    ),
  ];
  expect(evidenceSubjects({ tree, components: [{ id: 'k1', name: 'api' }] })).toEqual({
    configIds: ['g1', 'g2'],
    componentIds: ['k1'],
    changeIds: new Set(['c1', 'c2']),
    looseChangeIds: ['c2'],
    looseInsightIds: ['a1'],
  });
});

it('lines are newest first, and none of them is after the moment or without a time', () => {
  const untilMs = Date.parse('2026-11-20T12:00:00Z');
  const row = (id: string, at: unknown): object => ({ id, created_at: at, severity: { odd: true } });
  const lines = changeLines(
    [
      row('old', '2026-11-20T10:00:00Z'),
      row('new', '2026-11-20T11:59:00Z'),
      row('after', '2026-11-20T12:01:00Z'),
      row('none', null),
      7,
    ],
    untilMs,
  );
  expect(lines.map(({ id, severity }) => [id, severity])).toEqual([
    ['new', null],
    ['old', null],
  ]);
});
