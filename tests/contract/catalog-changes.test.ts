import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminId, ask, serverOf, sql, startServers, stopServers } from './wire-servers.ts';

interface Change {
  readonly id: string;
  readonly config_id: string;
  readonly change_type: string;
  readonly severity?: string;
  readonly source?: string;
  readonly summary?: string;
  readonly created_at: string;
  readonly external_created_by?: string;
  readonly type?: string;
  readonly tags?: Readonly<Record<string, string>>;
}

interface Page {
  readonly changes?: readonly Change[];
  readonly total?: number;
  readonly summary?: Readonly<Record<string, number>>;
}

const WHOLE = { from: 'now-5y', page_size: 10_000, sort_by: '-created_at', include_deleted_configs: true };

async function post(body: object): Promise<Response> {
  return serverOf('2024').admin.send('/api/catalog/changes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const read = async (body: object): Promise<Page> => (await post(body)).json() as Promise<Page>; // the shape these tests are about

let all: readonly Change[] = [];
beforeAll(async () => {
  await startServers();
  all = (await read(WHOLE)).changes ?? [];
});
afterAll(stopServers);

/** Ids of what the server answers, in order of the ids. */
async function idsFor(query: object): Promise<readonly string[]> {
  const { changes = [], total = 0 } = await read({ ...WHOLE, ...query });
  if (total !== changes.length) throw new Error(`${total} in all, ${changes.length} here`);
  return changes.map(({ id }) => id).toSorted();
}

/** Ids of what the rows themselves say should come: some, and not all. */
function idsWhere(isWanted: (change: Change) => boolean): readonly string[] {
  const ids = all.filter(isWanted).map(({ id }) => id);
  if (ids.length === 0 || ids.length === all.length) throw new Error('the demo does not show the difference');
  return ids.toSorted();
}

describe('POST /catalog/changes', () => {
  it('has every change of the database, newest first', async () => {
    const [row] = await sql('2024', 'select count(*)::int as total from config_changes');
    expect(all).toHaveLength(Number(row?.['total']));
    expect(all.map(({ created_at: at }) => at)).toEqual(
      all
        .map(({ created_at: at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  it('comes in pages that say how many there are, and of which types this page is', async () => {
    const first = await read({ ...WHOLE, page_size: 7 });
    const second = await read({ ...WHOLE, page_size: 7, page: 2 });
    const ids = [...(first.changes ?? []), ...(second.changes ?? [])].map(({ id }) => id);
    expect(ids).toEqual(all.slice(0, 14).map(({ id }) => id));
    expect([first.total, second.total]).toEqual([all.length, all.length]);
    const counts = Object.values(first.summary ?? {}).reduce((sum, count) => sum + count, 0);
    expect(counts).toBe(7);
  });

  it('means the last two days where no time is given', async () => {
    const found = await read({ page_size: 10_000 });
    const sinceMs = Date.now() - 2 * 86_400_000;
    const isClose = (found.changes ?? []).every(({ created_at: at }) => Date.parse(at) >= sinceMs - 60_000);
    expect(isClose).toBe(true);
    expect(found.total).toBeLessThan(all.length);
  });

  it('takes lists that include and exclude, with stars', async () => {
    expect(await idsFor({ type: 'diff' })).toEqual(idsWhere((change) => change.change_type === 'diff'));
    expect(await idsFor({ type: '!diff' })).toEqual(idsWhere((change) => change.change_type !== 'diff'));
    expect(await idsFor({ type: 'diff,Pulled' })).toEqual(
      idsWhere((change) => ['diff', 'Pulled'].includes(change.change_type)),
    );
    expect(await idsFor({ config_type: 'Kubernetes::*,!Kubernetes::Pod' })).toEqual(
      idsWhere(({ type = '' }) => type.startsWith('Kubernetes::') && type !== 'Kubernetes::Pod'),
    );
    expect(await idsFor({ source: '!kubernetes' })).toEqual(
      idsWhere((change) => change.source !== 'kubernetes'),
    );
  });

  it('takes a severity as itself or worse, and turns it round', async () => {
    const worse = new Set(['critical', 'high']);
    expect(await idsFor({ severity: 'high' })).toEqual(idsWhere(({ severity = '' }) => worse.has(severity)));
    expect(await idsFor({ severity: '!high' })).toEqual(
      idsWhere(({ severity = '' }) => !worse.has(severity)),
    );
  });

  it('takes people by name or id, and texts that were encoded', async () => {
    const name =
      all.find((change) => change.external_created_by?.includes(' ') === true)?.external_created_by ?? '';
    expect(await idsFor({ created_by: encodeURIComponent(name) })).toEqual(
      idsWhere((change) => change.external_created_by === name),
    );
    const summary =
      all.find((change) => change.summary?.includes('%') === false && change.summary.includes(' '))
        ?.summary ?? '';
    expect(await idsFor({ summary: encodeURIComponent(summary) })).toEqual(
      idsWhere((change) => change.summary === summary),
    );
    expect(await read({ ...WHOLE, created_by: await adminId('2024') })).toEqual({});
  });

  it('takes tags as a selector', async () => {
    expect(await idsFor({ tags: 'namespace=payments' })).toEqual(
      idsWhere(({ tags }) => tags?.['namespace'] === 'payments'),
    );
    expect(await idsFor({ tags: 'namespace!=payments' })).toEqual(
      idsWhere(({ tags }) => tags?.['namespace'] !== 'payments'),
    );
    expect(await idsFor({ tags: 'namespace in (payments, checkout),region=eu-west-1' })).toEqual(
      idsWhere(
        ({ tags }) =>
          ['payments', 'checkout'].includes(tags?.['namespace'] ?? '') && tags?.['region'] === 'eu-west-1',
      ),
    );
    expect(await idsFor({ tags: '!namespace' })).toEqual(
      idsWhere(({ tags }) => tags?.['namespace'] === undefined),
    );
  });

  it('follows the relations of one item, and always has its own changes', async () => {
    // One that has changes of its own, something below it, and something above.
    const [item] = await sql(
      '2024',
      `select ci.id from config_items ci
       where ci.type = 'Kubernetes::Deployment' and ci.deleted_at is null
         and exists (select from config_changes ch where ch.config_id = ci.id)
         and exists (
           select from config_relationships r join config_changes ch on ch.config_id = r.related_id where r.config_id = ci.id
         )
       order by ci.id limit 1`,
    );
    const id = String(item?.['id']);
    const own: string[] = [];
    const sizes = new Map<string, number>();
    for (const recursive of ['none', 'upstream', 'downstream', 'all']) {
      const found = await read({ ...WHOLE, id, recursive, depth: 5 });
      sizes.set(recursive, found.total ?? 0);
      if (recursive === 'none') own.push(...new Set(found.changes?.map((change) => change.config_id)));
    }
    expect(own).toEqual([id]);
    expect(sizes.get('downstream')).toBeGreaterThan(sizes.get('none') ?? 0);
    expect(sizes.get('all')).toBeGreaterThanOrEqual(sizes.get('downstream') ?? 0);
    const depths = await Promise.all(
      [1, 2, 5].map(async (depth) => (await read({ ...WHOLE, id, recursive: 'all', depth })).total ?? 0),
    );
    expect(depths[0]).toBeLessThan(depths[1] ?? 0);
    expect(depths[1]).toBeLessThanOrEqual(depths[2] ?? 0);
  });

  it('says nothing where there is nothing', async () => {
    expect(await read({ ...WHOLE, type: 'nothing-of-this-name' })).toEqual({});
  });

  it.each([
    [{ recursive: 'sideways' }],
    [{ from: 'nonsense' }],
    [{ from: 'now', to: 'now-1d' }],
    [{ id: 'x' }],
    [{ agent_id: 'somewhere' }],
    [{ tags: 'a=(' }],
    [{ sort_by: 'drop table' }],
    [{ page: 'one' }],
  ])('refuses %j with a sentence', async (query) => {
    const answer = await post(query);
    const { error } = (await answer.json()) as { error: string }; // the shape this test is about
    expect(answer.status).toBe(400);
    expect(error).toMatch(/^bad request: ./u);
  });

  it('is the same set that the view has', async () => {
    const { rows } = await ask('2024', 'catalog_changes?select=id&limit=5&order=created_at.desc');
    expect(rows.map(({ id }) => id)).toEqual(all.slice(0, 5).map(({ id }) => id));
  });
});
