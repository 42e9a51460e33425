/** @vitest-environment jsdom */
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerHealth } from '#sync/core/check-query.ts';
import type { HealthGroup } from '#sync/protocol/health.ts';
import { healthRow } from '#tests/page/fake-health.ts';
import { queryOf } from '../health-query.ts';
import { viewOf } from '../health-search.ts';
import { useNeighbours } from './use-neighbours.ts';

const listOf = (...ids: readonly string[]): readonly HealthGroup[] => {
  const rows = ids.map((id) => healthRow({ id, name: id, canaryName: id < 'c' ? 'first' : 'second' }));
  return answerHealth(rows, queryOf(viewOf({}), 0, 0)).groups;
};

const start = (groups: readonly HealthGroup[], id: string) =>
  renderHook((props) => useNeighbours(props.groups, props.id), { initialProps: { groups, id } });

it('goes through the checks in the order of the list, closed groups too, and ends at both ends', () => {
  const { result, rerender } = start(listOf('a', 'b', 'c'), 'a');
  expect(result.current).toEqual({ previous: undefined, next: 'b' });
  rerender({ groups: listOf('a', 'b', 'c'), id: 'b' });
  expect(result.current).toEqual({ previous: 'a', next: 'c' });
  rerender({ groups: listOf('a', 'b', 'c'), id: 'c' });
  expect(result.current).toEqual({ previous: 'b', next: undefined });
});

it('keeps the way through the list when the check it stands at leaves it', () => {
  const { result, rerender } = start(listOf('a', 'b', 'c', 'd'), 'b');
  // It passes now, and what passes is hidden; the one after it has left as well.
  rerender({ groups: listOf('a', 'd'), id: 'b' });
  expect(result.current).toEqual({ previous: 'a', next: 'd' });
  rerender({ groups: listOf('a', 'd'), id: 'd' });
  expect(result.current).toEqual({ previous: 'a', next: undefined });
});

it('knows no neighbours of a check that was never in the list', () => {
  expect(start(listOf('a', 'b'), 'x').result.current).toEqual({ previous: undefined, next: undefined });
});
