import { expect, it } from 'vitest';
import { reply, Scene } from '#tests/support/engine-world.ts';
import type { HttpResponse } from '../ports.ts';
import { coreTableNames as tableNames } from '../protocol/tables.ts';

const MINUTE = 60_000;

/** Says that it is a part of more, and has nothing. */
function partWithoutRows(): HttpResponse {
  return { ...reply(206, '[]'), headers: { 'content-type': 'application/json', 'content-range': '*/*' } };
}

it('[NET11] a part without rows moves no cursor and stores nothing', async () => {
  const scene = new Scene();
  await scene.open();
  const kept = async (): Promise<unknown> => [
    await Promise.all(tableNames.map((name) => scene.world.cache.cursor(name))),
    await Promise.all(tableNames.map((name) => scene.world.cache.dump(name))),
  ];
  const before = await kept();
  scene.meddle = () => partWithoutRows();
  await scene.run(MINUTE);
  expect(await kept()).toEqual(before);
});

it('[NET11] a proxy that answers everything by a part without rows is named, and never shows live', async () => {
  const scene = new Scene();
  const tab = await scene.open();
  expect(tab.engine.status().phase).toBe('live');
  scene.spoil = (request, response) => (request.path.startsWith('/db/') ? partWithoutRows() : response);
  await scene.run(5 * MINUTE);
  expect(tab.engine.status()).toMatchObject({
    phase: 'unreachable',
    reason: expect.stringContaining('contradicts itself'),
  });
  scene.spoil = (_request, response) => response;
  await scene.run(5 * MINUTE);
  expect(tab.engine.status()).toMatchObject({ phase: 'live', reason: null });
});

it('[NET11] a part without rows from the first start on never shows live', async () => {
  const scene = new Scene();
  scene.meddle = () => partWithoutRows();
  const tab = scene.world.openTab();
  const seen = new Set<string>();
  await scene.world.run(5 * MINUTE, async () => {
    seen.add(tab.engine.status().phase);
  });
  expect([...seen]).not.toContain('live');
  expect(tab.engine.status().phase).toBe('unreachable');
});
