import { createTwoFilesPatch } from 'diff';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { fetchedBody } from '#tests/page/fake-answers.ts';
import { loadVersions, type Current } from './load-versions.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const at = (minutesAgo: number): string => new Date(NOW - minutesAgo * MINUTE).toISOString();
const contents = [{ n: 3 }, { n: 2 }, { n: 1 }];
const diff = (from: number): string =>
  createTwoFilesPatch('a', 'b', stringify(contents[from + 1]), stringify(contents[from]));
const row = (id: string, minutesAgo: number, more: object = {}) => ({
  id,
  change_type: 'diff',
  summary: `change ${id}`,
  created_at: at(minutesAgo),
  count: 1,
  ...more,
});
const CURRENT: Current = {
  itemId: 'g1',
  config: contents[0],
  asOf: at(0),
  updatedAt: at(10),
  createdAt: at(9_000),
};
const claim = { state: 'complete', basis: 'server', asOf: at(0), lacks: [], reason: null } as const;

const readPage = vi.fn<() => Promise<unknown>>();
const fetchDocument = vi.fn<() => Promise<unknown>>();
const query = vi.fn<() => Promise<unknown>>();
const rows = vi.fn<() => Promise<unknown>>();

function served(list: readonly object[], bodies: readonly (object | null)[]): void {
  readPage.mockResolvedValue({
    is: 'found',
    value: { page: 1, rows: list, total: list.length, extra: null },
    claim,
  });
  for (const body of bodies) fetchDocument.mockResolvedValueOnce(fetchedBody({ body, asOf: at(0) }));
}
// as: what the tests answer is what the loader reads
const ports = { readPage, fetchDocument } as unknown as Parameters<typeof loadVersions>[0];
const index = { query, rows } as unknown as Parameters<typeof loadVersions>[1];
const load = (current: Current = CURRENT) => loadVersions(ports, index, current, NOW);

beforeEach(() => {
  for (const mock of [readPage, fetchDocument, query, rows]) mock.mockReset();
});

describe('earlier contents of an item', () => {
  it('are taken back one after another, and what is before them is said', async () => {
    served(
      [row('c2', 30), row('c1', 10)],
      [
        { ...row('c1', 10), diff: diff(0) },
        { ...row('c2', 30), diff: diff(1) },
      ],
    );
    const { versions, end } = await load();
    expect(versions.map(({ changeId, config }) => [changeId, config])).toEqual([
      ['c1', { n: 2 }],
      ['c2', { n: 1 }],
    ]);
    expect(end).toBe('No earlier change to its content is recorded in the last 60 days.');
  });

  it('end at the first change that is not sound', async () => {
    served(
      [row('c1', 10), row('c2', 30, { count: 4 })],
      [
        { ...row('c1', 10), diff: diff(0) },
        { ...row('c2', 30), diff: diff(1) },
      ],
    );
    const { versions, end } = await load();
    expect(versions).toHaveLength(1);
    expect(end).toContain('The content before “change c2” is not known: it happened 4 times');
  });

  it('are not told of a content that moved later than any diff', async () => {
    served([row('c1', 10)], []);
    expect(await load({ ...CURRENT, updatedAt: at(1) })).toEqual({
      versions: [],
      end: 'Its content has changed since the last recorded diff.',
    });
  });

  it('leave out what is newer than the content that is here', async () => {
    served([row('new', 1), row('c1', 10)], [{ ...row('c1', 10), diff: diff(0) }]);
    const { versions } = await load({ ...CURRENT, asOf: at(5) });
    expect(versions.map(({ changeId }) => changeId)).toEqual(['c1']);
  });

  it('offline come from what this device keeps, and say what is missing', async () => {
    readPage.mockResolvedValue({ is: 'not-here', reason: null });
    query.mockResolvedValue({ state: 'complete', asOf: at(0), ids: ['c1', 'c2'], total: 2 });
    rows.mockResolvedValue([row('c1', 10), row('c2', 30)]);
    fetchDocument.mockResolvedValueOnce(fetchedBody({ body: { ...row('c1', 10), diff: diff(0) } }));
    fetchDocument.mockResolvedValueOnce(fetchedBody({ state: 'never', reason: 'offline' }));
    const { versions, end } = await load();
    expect(versions).toHaveLength(1);
    expect(end).toBe('What “change c2” changed is not on this device. offline');
    query.mockResolvedValue({ state: 'partial', asOf: null, ids: [], total: 0 });
    expect((await load()).end).toBe('The list of its changes is not on this device.');
  });

  it('[I23] say what a role may not read, what the server has no more and what is not as expected', async () => {
    const endOf = async (fetched: ReturnType<typeof fetchedBody>): Promise<string> => {
      served([row('c1', 10)], []);
      fetchDocument.mockResolvedValueOnce(fetched);
      return (await load()).end;
    };
    expect(await endOf(fetchedBody({ state: 'forbidden' }))).toBe(
      'What “change c1” changed may not be read with your role.',
    );
    expect(await endOf(fetchedBody({ body: null }))).toBe(
      'What “change c1” changed does not exist on the server any more.',
    );
    expect(await endOf(fetchedBody({ body: { id: 7 } }))).toContain('cannot be read');
    readPage.mockResolvedValue({ is: 'forbidden' });
    expect((await load()).end).toBe('Its changes may not be read with your role.');
    readPage.mockResolvedValue({ is: 'failed', error: { kind: 'bug', message: 'the disk is gone' } });
    query.mockResolvedValue({ state: 'never', asOf: null, ids: [], total: 0 });
    expect((await load()).end).toBe('Its changes cannot be read: the disk is gone');
    readPage.mockResolvedValue({ is: 'not-here', reason: null });
    query.mockResolvedValue({ state: 'forbidden', asOf: null, ids: [], total: 0 });
    expect((await load()).end).toBe('Its changes may not be read with your role.');
  });

  it('are not told by a list of changes that is older than the content', async () => {
    served([row('c1', 100)], []);
    readPage.mockResolvedValue({
      is: 'found',
      value: { page: 1, rows: [row('c1', 100)], total: 1, extra: null },
      claim: { ...claim, basis: 'kept', asOf: at(60) },
    });
    expect((await load({ ...CURRENT, updatedAt: at(100) })).end).toContain('is older than the content');
  });
});
