import { describe, expect, it } from 'vitest';
import { insightColumns } from './insight-columns.tsx';
import { insightTitle, itemName, readBody, readInsight, shortText, type Insight } from './insight-row.ts';

const ROW = {
  id: 'a1',
  config_id: '019acc36-0e2a',
  analyzer: 'idle-instance',
  analysis_type: 'cost',
  severity: 'high',
  status: 'open',
  summary: 'Idle for 30 days',
  source: 'AWS',
  first_observed: '2026-11-20T09:00:00Z',
  last_observed: null,
};
const insight = (more: object = {}): Insight => {
  const read = readInsight({ ...ROW, ...more });
  if (read === undefined) throw new Error('no insight');
  return read;
};

describe('an insight', () => {
  it('is read with what is there; what is odd of it counts as absent', () => {
    expect(insight({ severity: 7, analyzer: undefined })).toMatchObject({ severity: null, analyzer: null });
    expect(readInsight({ summary: 'x' })).toBeUndefined();
  });

  it('is called by its summary, else by its analyzer', () => {
    expect(insightTitle(insight())).toBe('Idle for 30 days');
    expect(insightTitle(insight({ summary: '' }))).toBe('idle-instance');
    expect(insightTitle(insight({ summary: null, analyzer: null }))).toBe('Insight');
  });

  it('[2] is cut at 500 characters, none of them in half', () => {
    expect(shortText('x'.repeat(500))).toBe('x'.repeat(500));
    expect(shortText('x'.repeat(501))).toBe(`${'x'.repeat(500)}…`);
    expect(shortText(`x${'🙂'.repeat(250)}`)).toBe(`x${'🙂'.repeat(249)}…`);
  });

  it('names its item, a part of the id where nobody knows it, and nothing while that is read', () => {
    expect(itemName(insight())).toBe('');
    expect(itemName({ ...insight(), item: null })).toBe('019acc36');
    expect(itemName({ ...insight(), item: { name: 'web', type: null } })).toBe('web');
  });

  it('is read whole with its message, its analysis and its item', () => {
    const body = { ...ROW, config: { name: 'web', type: 'A::B' }, message: '# Why', analysis: { n: 1 } };
    expect(readBody(body)).toEqual({
      insight: { ...ROW, item: { name: 'web', type: 'A::B' } },
      content: { message: '# Why', analysis: { n: 1 } },
    });
    expect(readBody({ ...body, message: '', config: 'x' })).toMatchObject({
      insight: { item: null },
      content: { message: null },
    });
    expect(readBody(null)).toBeUndefined();
  });

  it('has a column of the list for each of its facts, as a file has them', () => {
    const named = { ...insight(), item: { name: 'web', type: null } };
    expect(insightColumns.map(({ header, text }) => [header, text(named)])).toEqual([
      ['Catalog', 'web'],
      ['Type', 'cost'],
      ['Analyzer', 'idle-instance'],
      ['Summary', 'Idle for 30 days'],
      ['Severity', 'high'],
      ['Status', 'open'],
      ['First observed', '2026-11-20T09:00:00Z'],
      ['Last observed', ''],
    ]);
  });
});
