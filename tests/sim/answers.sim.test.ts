import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '#sync/ports.ts';
import { joinKey } from '#sync/protocol/keys.ts';
import { tables } from '#sync/protocol/tables.ts';
import { rowRequest } from '#sync/transport/postgrest.ts';
import { writeRequest } from '#sync/transport/write-request.ts';
import { opOf } from '#tests/support/op-fixture.ts';
import { noteHandled, rowOfRequest } from './answers.ts';
import { simId, userId } from './facts.ts';
import { checkSettled } from './invariants/invariants-once.ts';
import type { InFlight } from './network.ts';
import { World } from './world.ts';

const tbl = 'config_component_relationships';
const spec = tables[tbl];
const context = { userId, isConstrained: false };
const ends = { component_id: simId(5, 1), config_id: simId(70, 3) };
const id = joinKey([ends.component_id, ends.config_id]);
const byHand = { ...ends, selector_id: 'manual' };
const bySelector = { ...ends, selector_id: 'a1b2' };

function flightOf({ method, path, body = '' }: HttpRequest): InFlight {
  return { tabId: 'tab1', method, path, body };
}

const look = flightOf(rowRequest(spec, context, id));
const link = flightOf(
  writeRequest(spec, context, opOf({ kind: 'insert', tbl, rowId: id, patch: byHand, guard: null })),
);

/** A server on which a selector has made the link. */
function linkedWorld(): World {
  const world = new World({ seed: 11 });
  world.server.insert(tbl, bySelector, world.stampMicros());
  return world;
}

/** The link goes, and somebody makes it anew. */
function relinkByHand(world: World): void {
  world.server.remove(tbl, id);
  world.server.insert(tbl, byHand, world.stampMicros());
}

/** What is said when a link by hand was shown and its answer brings that of the selector. */
function saidOf(world: World): readonly string[] {
  const op = { id: 'op1', seq: 1, kind: 'insert', patch: byHand, state: 'acked' } as const;
  checkSettled(world, { tbl, id, before: byHand, after: bySelector, acked: [op] });
  return world.violations;
}

describe('[I8] a value that goes with the answer to its change', () => {
  test('is no older one where others set it while the answer was on its way', () => {
    const world = linkedWorld();
    const tell = noteHandled(world.server, look);
    relinkByHand(world);
    tell();
    expect(saidOf(world)).toEqual([]);
  });

  test('is an older one where the server was asked after that', () => {
    const world = linkedWorld();
    relinkByHand(world);
    noteHandled(world.server, look)();
    expect(saidOf(world)).toHaveLength(1);
  });

  test('is an older one where this device wrote it, though the answer to that was lost', () => {
    const world = linkedWorld();
    noteHandled(world.server, look)();
    relinkByHand(world);
    noteHandled(world.server, link);
    expect(saidOf(world)).toHaveLength(1);
  });

  test('is an older one where a pull had brought it', () => {
    const world = linkedWorld();
    noteHandled(world.server, look)();
    relinkByHand(world);
    world.lastVersion.set(`${tbl} ${id}`, 1);
    expect(saidOf(world)).toHaveLength(1);
  });

  test('is an older one where nobody can say when the server was asked', () => {
    const world = linkedWorld();
    relinkByHand(world);
    expect(saidOf(world)).toHaveLength(1);
  });
});

describe('the row that a request is about', () => {
  const unlink = opOf({ kind: 'delete', tbl, rowId: id, patch: {}, guard: null });

  test('is named by what writes it and by what looks it up, and not by a page', () => {
    const row = `${tbl} ${id}`;
    expect(rowOfRequest(look)).toBe(row);
    expect(rowOfRequest(link)).toBe(row);
    expect(rowOfRequest(flightOf(writeRequest(spec, context, unlink)))).toBe(row);
    expect(rowOfRequest({ method: 'GET', path: `${spec.path}?limit=1000`, body: '' })).toBeNull();
    expect(rowOfRequest({ method: 'GET', path: '/auth/whoami', body: '' })).toBeNull();
  });

  test('is known by its id in most tables', () => {
    const request = flightOf(rowRequest(tables.hypotheses, context, simId(11, 10)));
    expect(rowOfRequest(request)).toBe(`hypotheses ${simId(11, 10)}`);
  });
});
