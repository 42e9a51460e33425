/** @vitest-environment jsdom */
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OrderedGroup } from './held-order.ts';
import { useNeighbours } from './use-neighbours.ts';

const listOf = (...ids: readonly string[]): readonly OrderedGroup[] => [
  { value: 'first', ids: ids.filter((id) => id < 'c') },
  { value: 'second', ids: ids.filter((id) => id >= 'c') },
];

const start = (groups: readonly OrderedGroup[], id: string) =>
  renderHook((props) => useNeighbours(props.groups, props.id), { initialProps: { groups, id } });

it('goes through the rows in the order of the list, closed groups too, and ends at both ends', () => {
  const { result, rerender } = start(listOf('a', 'b', 'c'), 'a');
  expect(result.current).toEqual({ previous: undefined, next: 'b' });
  rerender({ groups: listOf('a', 'b', 'c'), id: 'b' });
  expect(result.current).toEqual({ previous: 'a', next: 'c' });
  rerender({ groups: listOf('a', 'b', 'c'), id: 'c' });
  expect(result.current).toEqual({ previous: 'b', next: undefined });
});

it('keeps the way through the list when the row it stands at leaves it', () => {
  const { result, rerender } = start(listOf('a', 'b', 'c', 'd'), 'b');
  // A filter hides it now; the one after it has left as well.
  rerender({ groups: listOf('a', 'd'), id: 'b' });
  expect(result.current).toEqual({ previous: 'a', next: 'd' });
  rerender({ groups: listOf('a', 'd'), id: 'd' });
  expect(result.current).toEqual({ previous: 'a', next: undefined });
});

it('knows no neighbours of a row that was never in the list', () => {
  expect(start(listOf('a', 'b'), 'x').result.current).toEqual({ previous: undefined, next: undefined });
});
