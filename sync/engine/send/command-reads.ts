import { commandRefs } from '../../core/commands/commands.ts';
import { deletionOrder } from '../../core/commands/hypothesis-commands.ts';
import { columnsOf, textAt } from '../../core/outbox/json.ts';
import type { CommandRows } from '../../core/outbox/plan.ts';
import type { RowRef } from '../../ports.ts';
import type { Command } from '../../protocol/command.ts';
import { readRows } from '../cache/cache-writer.ts';
import type { Runtime } from '../runtime.ts';

/** A command names rows, these name others; nothing leads further than evidence, hypothesis, incident. */
const MAX_HOPS = 3;

/** Everything under a hypothesis as this device shows it, in the order it can be deleted. */
async function rowsUnder(runtime: Runtime, rootId: string, incidentId: string): Promise<readonly RowRef[]> {
  const { cache } = runtime.ports;
  const nodes = await cache.where('hypotheses', 'incident_id', incidentId);
  const ids = nodes.flatMap((node) => textAt(node, 'id') ?? []);
  const leaves = await Promise.all(
    ids.flatMap((hypothesisId) =>
      (['comments', 'evidences'] as const).map(async (tbl) => {
        const rows = await cache.where(tbl, 'hypothesis_id', hypothesisId);
        return rows.flatMap((row) => {
          const id = textAt(row, 'id');
          return id === null ? [] : [{ ref: { tbl, id }, hypothesisId }];
        });
      }),
    ),
  );
  return deletionOrder(rootId, nodes.map(columnsOf), leaves.flat());
}

/** Reads what a command is planned on, from the cache alone. */
export async function readCommandRows(runtime: Runtime, command: Command): Promise<CommandRows> {
  let refs = commandRefs(
    command,
    () => ({ row: undefined, shadow: undefined, tombstone: undefined }),
    runtime.tables,
  );
  let at = await readRows(runtime, refs);
  for (let hop = 1; hop < MAX_HOPS; hop += 1) {
    const more = commandRefs(command, at, runtime.tables);
    if (more.length === refs.length) break;
    refs = more;
    at = await readRows(runtime, refs);
  }
  if (command.kind !== 'hypothesis.delete') return { at, under: [] };
  const { row } = at({ tbl: 'hypotheses', id: command.hypothesisId });
  const incidentId = textAt(row, 'incident_id');
  const under = incidentId === null ? [] : await rowsUnder(runtime, command.hypothesisId, incidentId);
  return { at, under };
}
