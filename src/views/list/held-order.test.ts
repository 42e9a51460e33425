import { describe, expect, it } from 'vitest';
import { heldOrder } from './held-order.ts';

interface Group {
  readonly value: string;
  readonly ids: readonly string[];
  readonly failing: number;
}

const group = (value: string, ids: string, failing = 0): Group => ({ value, ids: ids.split(' '), failing });
const shown = (groups: readonly Group[]): readonly string[] =>
  groups.map(({ value, ids }) => `${value}: ${ids.join(' ')}`);

describe('heldOrder', () => {
  it('keeps rows in their places when what they are sorted by changes, and says that the order is behind', () => {
    const held = heldOrder([group('one', 'a b')], [group('one', 'b a', 1)]);
    expect(shown(held.groups)).toEqual(['one: a b']);
    expect(held.isBehind).toBe(true);
    expect(held.groups[0]?.failing).toBe(1);
  });

  it('keeps groups in their places', () => {
    const before = [group('one', 'a'), group('two', 'b')];
    const after = [group('two', 'b', 1), group('one', 'a')];
    expect(shown(heldOrder(before, after).groups)).toEqual(['one: a', 'two: b']);
  });

  it('puts new rows last and leaves gone ones out', () => {
    expect(shown(heldOrder([group('one', 'b c')], [group('one', 'a c')]).groups)).toEqual(['one: c a']);
  });

  it('is not behind while nothing has moved', () => {
    expect(heldOrder([group('one', 'a b')], [group('one', 'a b', 1)]).isBehind).toBe(false);
  });
});
