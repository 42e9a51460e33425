import { describe, expect, it } from 'vitest';
import { TextColumn } from './text-column.ts';

const words = ['payments', 'Checkout', 'ledger', 'ЖУРНАЛ', 'a-b', ''];
const textOf = (at: number): string => `${words[at % words.length]} ${(at * 7919) % 10_007}`;

describe('a column of texts', () => {
  const fill = (count: number): { column: TextColumn; texts: string[] } => {
    const column = new TextColumn();
    const texts = Array.from({ length: count }, (_, at) => textOf(at));
    texts.forEach((name, at) => column.set(at, { name }, 'name'));
    return { column, texts: texts.map((text) => text.toLowerCase()) };
  };

  const expectSame = (column: TextColumn, texts: readonly string[]): void => {
    for (const word of ['p', 'z', 'pay', 'ledger 1', 'ж', 'журнал', '77', '-', 's', 'nowhere']) {
      const hits = new Uint8Array(texts.length);
      column.search(word, hits);
      expect([...hits.keys()].filter((at) => hits[at] === 1)).toEqual(
        [...texts.keys()].filter((at) => texts[at]?.includes(word)),
      );
    }
    expect(texts.map((_, at) => column.at(at))).toEqual(texts);
  };

  it('[IDX1] finds words in joined, changed and new texts alike, at any size', () => {
    const { column, texts } = fill(9_000);
    expect(column.at(8_999)).toBe(texts[8_999]);
    expectSame(column, texts);
    for (let at = 0; at < 9_000; at += 11) {
      column.set(at, { name: `Zebra ${at}` }, 'name');
      texts[at] = `zebra ${at}`;
    }
    expectSame(column, texts);
    for (let at = 0; at < 9_000; at += 3) {
      column.set(at, { name: `pay later ${at}` }, 'name');
      texts[at] = `pay later ${at}`;
    }
    expectSame(column, texts);
    for (let at = 9_000; at < 15_000; at += 1) {
      column.set(at, { name: `New ${at}` }, 'name');
      texts.push(`new ${at}`);
    }
    expectSame(column, texts);
  });

  it('[IDX1] joins what came behind when somebody searches, unless it is little', () => {
    const { column, texts } = fill(10_000);
    column.snapshot(10_000);
    const shrinksBy = (count: number): number => {
      for (let more = 0; more < count; more += 1) {
        column.set(texts.length, { name: `New ${more}` }, 'name');
        texts.push(`new ${more}`);
      }
      const before = column.sizeBytes;
      column.search('nowhere', new Uint8Array(texts.length));
      return before - column.sizeBytes;
    };
    expect(shrinksBy(4_500)).toBeGreaterThan(4_500);
    expect(shrinksBy(100)).toBe(0);
    expectSame(column, texts);
  });

  it('[IDX1] keeps no table of letters of texts that say nothing', () => {
    const column = new TextColumn();
    for (let at = 0; at < 5_000; at += 1) column.set(at, { name: null }, 'name');
    column.snapshot(5_000);
    const before = column.sizeBytes;
    const hits = new Uint8Array(5_000);
    column.search('p', hits);
    expect(hits.includes(1)).toBe(false);
    expect(column.sizeBytes).toBe(before);
  });

  it('[IDX1] finds the same whatever was searched before: letters added, taken back, and rows changed between', () => {
    const { column, texts } = fill(3_000);
    texts.push('pa papay', 'pay', 'payp', 'ap');
    ['Pa PaPay', 'Pay', 'Payp', 'ap'].forEach((name, at) => column.set(3_000 + at, { name }, 'name'));
    column.snapshot(texts.length);
    const typed = [
      'pa',
      'pay',
      'payp',
      'pay',
      'paym',
      'pay',
      'pap',
      'papay',
      'pa p',
      'le',
      'led',
      'ledger 7',
      'led',
    ];
    const expectFound = (): void => {
      for (const word of typed) {
        const hits = new Uint8Array(texts.length);
        column.search(word, hits);
        expect([...hits.keys()].filter((at) => hits[at] === 1)).toEqual(
          [...texts.keys()].filter((at) => texts[at]?.includes(word)),
        );
      }
    };
    expectFound();
    for (const [at, name] of [
      [0, 'ledger 77'],
      [2, 'papaya'],
      [3_000, 'nothing'],
    ] as const) {
      column.set(at, { name }, 'name');
      texts[at] = name;
    }
    expectFound();
    for (let at = 100; at < 2_500; at += 1) {
      column.set(at, { name: `payp ${at}` }, 'name');
      texts[at] = `payp ${at}`;
    }
    expectFound();
  });

  it('[IDX4] comes back from its snapshot, and refuses a spoiled one', () => {
    const { column, texts } = fill(500);
    const restored = new TextColumn();
    const stored = structuredClone(column.snapshot(500));
    expect(restored.restore(stored, 500)).toBe(true);
    expectSame(restored, texts);
    expect(restored.restore(stored, 499)).toBe(false);
    expect(restored.restore({ joined: 'a\n', starts: new Uint32Array([0, 5]) }, 1)).toBe(false);
    expect(restored.restore({ joined: 'ab\n', starts: new Uint32Array([0, 0, 3]) }, 2)).toBe(false);
    expect(restored.restore('gone', 0)).toBe(false);
  });
});
