import { expect, it } from 'vitest';
import type { HealthGroup } from '#sync/protocol/health.ts';
import { answerHealth } from '#sync/core/check/query.ts';
import { healthRow } from '#tests/page/fake-health.ts';
import { queryOf } from '../health-query.ts';
import { healthSearch } from '../health-search.ts';
import { cardRows } from './card-rows.ts';

function groupsOf(...canaries: readonly string[]): readonly HealthGroup[] {
  const rows = canaries.map((canaryName, at) => healthRow({ id: `c${at}`, name: `check ${at}`, canaryName }));
  return answerHealth(rows, queryOf(healthSearch.view({}), 0, 0)).groups;
}

const shown = (groups: readonly HealthGroup[], columns: number): readonly string[] =>
  cardRows(groups, columns).map((row) =>
    row.kind === 'heading' ? `# ${row.group.value}` : row.ids.join(' '),
  );

it('puts as many cards side by side as fit, under the heading of their group', () => {
  expect(shown(groupsOf('a', 'a', 'a', 'b', 'b'), 2)).toEqual(['# a', 'c0 c1', 'c2', '# b', 'c3 c4']);
});

it('lets groups of one check share a line', () => {
  expect(shown(groupsOf('a', 'b', 'c', 'c', 'd'), 3)).toEqual(['c0 c1', '# c', 'c2 c3', 'c4']);
});

it('knows no headings without a grouping', () => {
  const rows = [healthRow({ id: 'x' }), healthRow({ id: 'y', name: 'z' })];
  const { groups } = answerHealth(rows, queryOf(healthSearch.view({ groupBy: 'no_grouping' }), 0, 0));
  expect(shown(groups, 4)).toEqual(['x y']);
});
