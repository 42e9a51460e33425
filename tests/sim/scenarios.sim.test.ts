import { describe, expect, test } from 'vitest';
import type { Op } from '#sync/protocol/op.ts';
import { simId, userId } from './facts.ts';
import { bringToRest } from './run.ts';
import { World } from './world.ts';

const seeds = [11, 12, 13, 14, 15] as const;
const minuteMs = 60_000;

/** A started world with everything pulled. */
async function startedWorld(seed: number): Promise<World> {
  const world = new World({ seed });
  world.openTab();
  await world.run(20_000);
  return world;
}

/** Comments on the root of incident `index`; resolves when the script has gone on for a second. */
async function comment(world: World, index: number, text: string): Promise<void> {
  const command = {
    kind: 'comment.add',
    incidentId: simId(10, index),
    hypothesisId: simId(11, index * 10),
    text,
  } as const;
  world
    .anyTab()
    .engine.submit(command, { screen: '/incidents', appVersion: 'sim' })
    .then(({ opIds }) => world.accept(opIds))
    .catch((error: unknown) => world.violations.push(String(error)));
  await world.run(1000);
}

async function saved(world: World): Promise<readonly Op[]> {
  return world.journal.read({ ids: [...world.accepted] });
}

function commentsOnServer(world: World): string[] {
  return world.server.effects
    .filter(({ table, viaApi }) => table === 'comments' && viaApi)
    .map(({ changed }) => String(changed['comment']));
}

describe('an ended session, a login page and a captive portal burn nothing (I16)', () => {
  for (const seed of seeds) {
    test(`seed ${seed}`, async () => {
      const world = await startedWorld(seed);
      const rowsBefore = await world.cache.dump('hypotheses');
      world.conditions.faultRate = 1;
      world.conditions.faults = ['unauthorized', 'login-redirect', 'captive-html'];
      for (const index of [1, 2, 3]) await comment(world, index, `held ${index}`);
      await world.run(30 * minuteMs);
      const held = await saved(world);
      expect(held.map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
      expect(await world.journal.read({ open: true })).toHaveLength(3);
      expect(await world.cache.dump('hypotheses')).toEqual(rowsBefore);
      expect(commentsOnServer(world)).toEqual([]);
      await bringToRest(world);
      expect(commentsOnServer(world).toSorted()).toEqual(['held 1', 'held 2', 'held 3']);
      expect(world.violations).toEqual([]);
    });
  }
});

describe('a poisoned lane does not hold up the others (I19)', () => {
  for (const seed of seeds) {
    test(`seed ${seed}`, async () => {
      const world = await startedWorld(seed);
      world.conditions.isUp = false;
      // The parent goes away while this device cannot know it: these can never be stored.
      for (const count of [1, 2, 3]) await comment(world, 1, `poison ${count}`);
      await comment(world, 2, 'healthy');
      for (const table of ['comments', 'evidences'] as const) {
        for (const [id, row] of world.server.rows(table)) {
          if (row['hypothesis_id'] === simId(11, 10)) world.server.remove(table, id);
        }
      }
      world.server.remove('hypotheses', simId(11, 10));
      world.conditions.isUp = true;
      await world.run(2 * minuteMs);
      expect(commentsOnServer(world)).toEqual(['healthy']);
      const states = (await saved(world)).map(({ state }) => state).toSorted();
      expect(states).toEqual(['done', 'failed', 'failed', 'failed']);
      expect(world.violations).toEqual([]);
    });
  }
});

describe('a failed insert cancels exactly what hangs on it, with one notice (I20)', () => {
  for (const seed of seeds) {
    test(`seed ${seed}`, async () => {
      const world = await startedWorld(seed);
      world.conditions.isUp = false;
      await comment(world, 1, 'model');
      await comment(world, 2, 'bystander');
      const [model] = await saved(world);
      if (model === undefined) throw new Error('the comment was not saved');
      // No command of this slice makes a parent and a child; the journal takes them all the same.
      const parent: Op = {
        ...model,
        id: `6${model.id.slice(1)}`,
        tbl: 'hypotheses',
        rowId: simId(31, 1),
        patch: {
          id: simId(31, 1),
          incident_id: simId(10, 1),
          parent_id: simId(11, 10),
          type: 'factor',
          title: 'Refused parent',
          status: 'possible',
          created_by: userId,
        },
      };
      const child: Op = {
        ...model,
        id: `7${model.id.slice(1)}`,
        rowId: simId(31, 2),
        deps: [parent.id],
        patch: { ...model.patch, id: simId(31, 2), hypothesis_id: simId(31, 1), comment: 'Orphan' },
      };
      await world.journal.mutate({ open: true }, (_open, meta) => ({
        put: [
          { ...parent, seq: meta.lastSeq + 1 },
          { ...child, seq: meta.lastSeq + 2 },
        ],
        lastSeq: meta.lastSeq + 2,
        result: undefined,
      }));
      world.server.deniedWrites.add('hypotheses');
      for (const tab of world.tabs.values()) world.killTab(tab);
      world.openTab();
      world.conditions.isUp = true;
      await world.run(3 * minuteMs);
      const ended = await world.journal.read({ ids: [parent.id, child.id] });
      expect(ended.map(({ state }) => state)).toEqual(['failed', 'cancelled']);
      expect(commentsOnServer(world).toSorted()).toEqual(['bystander', 'model']);
      const notices = await world.journal.notices();
      expect(notices).toHaveLength(1);
      expect(notices[0]?.opIds.toSorted()).toEqual([parent.id, child.id].toSorted());
    });
  }
});
