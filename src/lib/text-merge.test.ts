import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTexts, wordChanges } from './text-merge.ts';

describe('wordChanges', () => {
  it('names the words that came and went', () => {
    expect(wordChanges('the old cache is slow', 'the new cache is slow today')).toEqual([
      { kind: 'same', text: 'the ' },
      { kind: 'removed', text: 'old' },
      { kind: 'added', text: 'new' },
      { kind: 'same', text: ' cache is slow' },
      { kind: 'added', text: ' today' },
    ]);
  });

  it('takes words replaced in a row as one change', () => {
    expect(wordChanges('now raise the limit', 'now drain node 3')).toEqual([
      { kind: 'same', text: 'now ' },
      { kind: 'removed', text: 'raise the limit' },
      { kind: 'added', text: 'drain node 3' },
    ]);
  });

  it('loses nothing: both versions can be read off again', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 12 }), fc.lorem({ maxCount: 12 }), (before, after) => {
        const parts = wordChanges(before, after);
        const without = (kind: string) =>
          parts
            .filter((part) => part.kind !== kind)
            .map((part) => part.text)
            .join('');
        expect([without('added'), without('removed')]).toEqual([before, after]);
      }),
    );
  });
});

describe('mergeTexts', () => {
  const before = 'Checkout fails for some users.\nSince 9:00.';

  it('keeps changes of different words from both sides', () => {
    expect(
      mergeTexts(
        before,
        'Checkout fails for all users.\nSince 9:00.',
        'Checkout fails for some users.\nSince 8:40.',
      ),
    ).toBe('Checkout fails for all users.\nSince 8:40.');
  });

  it('takes what both did once', () => {
    const both = 'Checkout fails for all users.\nSince 9:00.';
    expect(mergeTexts(before, both, both)).toBe(both);
  });

  it.each([
    [
      'the same word',
      'Checkout fails for all users.\nSince 9:00.',
      'Checkout fails for EU users.\nSince 9:00.',
    ],
    ['text at the same place', `${before} Mine.`, `${before} Theirs.`],
    ['everything', 'mine', 'theirs'],
  ])('leaves %s to a person', (_what, mine, theirs) => {
    expect(mergeTexts(before, mine, theirs)).toBeNull();
  });

  it('gives the only change there is, whoever made it', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 8 }), fc.lorem({ maxCount: 8 }), (base, changed) => {
        expect([mergeTexts(base, changed, base), mergeTexts(base, base, changed)]).toEqual([
          changed,
          changed,
        ]);
      }),
    );
  });
});
