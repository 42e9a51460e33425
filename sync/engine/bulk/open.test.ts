import { describe, expect, it } from 'vitest';
import { DAY, FeedScene, MINUTE } from '#tests/support/feed-scene.ts';
import { simId } from '#tests/sim/facts.ts';
import type { JsonRow } from '../../protocol/op.ts';

/** So many open rows are listed half as often as they are counted. */
const ROWS = 2000;

/** A device with many open insights, right after it has listed them. */
async function open() {
  const scene = new FeedScene('config_analysis');
  const insight = (n: number, patch: JsonRow = {}): JsonRow => ({
    id: simId(9, n),
    config_id: simId(7, 1),
    analyzer: 'cis',
    severity: 'high',
    status: 'open',
    first_observed: scene.at(-30 * DAY),
    last_observed: null,
    ...patch,
  });
  scene.feeds.put('config_analysis', ...Array.from({ length: ROWS }, (_, at) => insight(at + 1)));
  await scene.open();
  const asked = (): { counts: number; pages: number } => {
    const paths = scene.feeds.asked.filter((path) => path.includes('status=not.in'));
    const counts = paths.filter((path) => path.endsWith('limit=1')).length;
    return { counts, pages: paths.length - counts };
  };
  /** Lets time pass while somebody works, and tells what was asked about the open rows. */
  const work = async (ms: number): Promise<{ counts: number; pages: number }> => {
    scene.feeds.asked.length = 0;
    await scene.work(ms);
    return asked();
  };
  // The walk, and the listing that is due a quarter of an hour after it when nothing is known yet.
  for (let minute = 0; (await work(MINUTE)).pages === 0; minute += 1)
    if (minute > 40) throw new Error('The open rows are never listed');
  await scene.work(3 * MINUTE);
  const resolve = (n: number): void =>
    scene.feeds.put('config_analysis', { id: simId(9, n), status: 'resolved' });
  const statusOf = async (n: number): Promise<unknown> =>
    (await scene.packedRow('config_analysis', simId(9, n)))?.['status'];
  return { scene, insight, work, resolve, statusOf };
}

describe('many open rows', () => {
  it('[BLK13] are counted every quarter of an hour and listed in proportion less often', async () => {
    const { work } = await open();
    const first = await work(20 * MINUTE);
    expect(first).toEqual({ counts: 1, pages: 0 });
    const { pages } = await work(20 * MINUTE);
    expect(pages).toBeGreaterThan(0);
  });

  it('[BLK13] are listed at the next count when one was closed without a stamp', async () => {
    const { work, resolve, statusOf } = await open();
    resolve(7);
    await work(20 * MINUTE);
    expect(await statusOf(7)).toBe('resolved');
  });

  it('[BLK18] one that was closed stays although one answer to its key shows nothing', async () => {
    const { scene, work, resolve, statusOf } = await open();
    resolve(7);
    let asked = 0;
    scene.meddle = (request) => {
      const answer = scene.feeds.handle(request);
      const isAsked = request.path.includes('id=in.(') && request.path.includes(simId(9, 7));
      return answer !== null && isAsked && (asked += 1) === 1
        ? { ...answer, body: '[]', headers: { ...answer.headers, 'content-range': '*/0' } }
        : answer;
    };
    await work(20 * MINUTE);
    const { events } = scene.world.anyTab().log;
    expect(events.filter(({ code }) => code === 'reconcile.deleted')).toEqual([]);
    expect(asked).toBeGreaterThan(1);
    expect(await statusOf(7)).toBe('resolved');
  });

  it('[BLK13] are compared with those of here: one that was closed is missed although another was opened', async () => {
    const { scene, insight, work, resolve, statusOf } = await open();
    resolve(7);
    scene.feeds.put('config_analysis', insight(ROWS + 1, { first_observed: scene.at() }));
    await work(20 * MINUTE);
    expect(await statusOf(ROWS + 1)).toBe('open');
    expect(await statusOf(7)).toBe('resolved');
  });

  it('[BLK13] what changed without a stamp and without another number is found by the listing', async () => {
    const { scene, work, statusOf } = await open();
    scene.feeds.put('config_analysis', { id: simId(9, 3), status: 'acknowledged' });
    await work(40 * MINUTE);
    expect(await statusOf(3)).toBe('acknowledged');
  });
});
