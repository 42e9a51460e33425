import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Scene } from '#tests/support/engine-world.ts';
import { otherUserId, simId } from '#tests/sim/facts.ts';
import { SyncError } from '../errors.ts';
import type { JsonRow } from '../protocol/op.ts';

const offline = new SyncError({ kind: 'offline', message: 'test' });

describe('[RPL20] a look that is answered with', () => {
  it.each([
    ['another key', (row: JsonRow) => ({ ...row, id: simId(30, 99), created_by: otherUserId })],
    ['a key that is none', (row: JsonRow) => ({ ...row, id: 7, created_by: 7 })],
    ['no key', ({ id: _id, ...row }: JsonRow) => ({ ...row, created_by: otherUserId })],
  ] as const)('%s decides nothing', async (_what, change) => {
    const scene = new Scene();
    const tab = await scene.open();
    let isLying = true;
    scene.spoil = (request, response) => {
      if (!isLying || !request.path.startsWith('/db/comments')) return response;
      if (request.method === 'POST') return offline;
      if (!request.path.includes('id=eq.')) return response;
      const rows = v.parse(v.array(v.record(v.string(), v.unknown())), JSON.parse(response.body));
      return { ...response, body: JSON.stringify(rows.map((row) => change(row))) };
    };
    const id = await scene.comment(tab);
    await scene.run(20_000);
    expect((await scene.op(id)).state).toMatch(/^(?:ambiguous|sending|waiting)$/u);
    expect(await scene.world.journal.notices()).toEqual([]);
    isLying = false;
    await scene.run(120_000);
    expect((await scene.op(id)).state).toBe('done');
    expect(scene.effects('comments', 'insert')).toBe(1);
  });
});
