import type { Command } from '#sync/protocol/command.ts';
import { otherUserId, simId } from './facts.ts';
import type { Action } from './script.ts';
import type { World } from './world.ts';

type Submit = (world: World, command: Command) => void;

/** Node of an incident that nobody deletes, so that others may hang under it. */
function safeNode(world: World): { readonly id: string; readonly incidentId: string } {
  const incident = 1 + world.prng.int(world.incidents);
  return { id: simId(11, incident * 10 + world.prng.int(2)), incidentId: simId(10, incident) };
}

/** Commands that make several operations, make rows others hang on, or delete (D6, B20). */
export function changeCommands(submit: Submit): readonly Action[] {
  return [
    {
      name: 'add hypothesis',
      weight: 15,
      act: (world) => {
        const { id, incidentId } = safeNode(world);
        const title = `title ${world.nextNumber()}`;
        submit(world, { kind: 'hypothesis.add', incidentId, parentId: id, title });
      },
    },
    {
      name: 'delete hypothesis',
      weight: 8,
      act: (world) => {
        const leaf = simId(11, (1 + world.prng.int(world.incidents)) * 10 + 2);
        const made = world.madeHypotheses.map(({ id }) => id);
        submit(world, { kind: 'hypothesis.delete', hypothesisId: world.prng.pick([leaf, ...made]) });
      },
    },
    {
      name: 'add evidence',
      weight: 10,
      act: (world) => {
        const made = world.madeHypotheses.map(({ id }) => id);
        const hypothesisId = world.prng.pick([safeNode(world).id, ...made]);
        const description = `evidence ${world.nextNumber()}`;
        const evidence = { type: 'comment' as const, description, payload: { comment: description } };
        submit(world, { kind: 'evidence.add', hypothesisId, evidence });
      },
    },
    {
      name: 'evidence done',
      weight: 8,
      act: (world) => {
        const evidenceId = simId(13, 1 + world.prng.int(world.incidents));
        submit(world, {
          kind: 'row.update',
          table: 'evidences',
          rowId: evidenceId,
          set: { done: world.prng.chance(0.5) },
        });
      },
    },
    {
      name: 'remove evidence',
      weight: 3,
      act: (world) => {
        submit(world, {
          kind: 'row.delete',
          table: 'evidences',
          rowId: simId(13, 1 + world.prng.int(world.incidents)),
        });
      },
    },
    {
      name: 'responder',
      weight: 8,
      act: (world) => {
        const table = 'responders';
        const incident = 1 + world.prng.int(world.incidents);
        const added = { incident_id: simId(10, incident), person_id: otherUserId };
        if (world.prng.chance(0.5)) submit(world, { kind: 'row.delete', table, rowId: simId(14, incident) });
        else submit(world, { kind: 'row.create', table, rows: [added] });
      },
    },
    {
      name: 'incident title',
      weight: 15,
      act: (world) => {
        const incidentId = simId(10, 1 + world.prng.int(world.incidents));
        const title = `title ${world.nextNumber()}`;
        submit(world, { kind: 'row.update', table: 'incidents', rowId: incidentId, set: { title } });
      },
    },
  ];
}
