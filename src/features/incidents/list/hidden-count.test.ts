import { describe, expect, it } from 'vitest';
import { hiddenCount } from './hidden-count.ts';

describe('hiddenCount', () => {
  it('[ux need 6] says what the default filter hides, largest group first', () => {
    const hidden = { total: 7, byStatus: { new: 2, investigating: 3, mitigated: 2 } };
    expect(hiddenCount('open', 4, hidden)).toEqual({
      shown: 'Showing 4 open',
      hidden: '7 more active (3 investigating, 2 mitigated, 2 new)',
    });
  });

  it('says nothing is hidden when nothing is', () => {
    expect(hiddenCount('open', 0, { total: 0, byStatus: {} })).toEqual({
      shown: 'Showing 0 open',
      hidden: null,
    });
  });

  it('names incidents when every status is shown', () => {
    expect(hiddenCount(null, 1, { total: 0, byStatus: {} }).shown).toBe('Showing 1 incident');
    expect(hiddenCount(null, 2, { total: 0, byStatus: {} }).shown).toBe('Showing 2 incidents');
  });

  it('leaves empty groups out', () => {
    expect(hiddenCount('new', 1, { total: 1, byStatus: { open: 1, mitigated: 0 } }).hidden).toBe(
      '1 more active (1 open)',
    );
  });
});
