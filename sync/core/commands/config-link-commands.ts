import type { RowRef } from '../../ports.ts';
import type { CommandOf } from '../../protocol/command.ts';
import { DERIVED_KEY, joinKey } from '../../protocol/keys.ts';
import { HAND_MADE } from '../../protocol/hand-made.ts';
import { textAt } from '../outbox/json.ts';
import { draftOf, planDelete, refuse, visibleRow } from '../outbox/plan.ts';
import type { AtRow, CommandContext, OpDraft } from '../outbox/plan.ts';
import { deviceTimestamp } from '../pull/server-time.ts';

type Linked = Pick<CommandOf<'config-link.create'>, 'componentId' | 'configId'>;

/** The row of a link: it has no id, the two ends are its key (KEY1). */
export function configLinkRef({ componentId, configId }: Linked): RowRef {
  return { tbl: 'config_component_relationships', id: joinKey([componentId, configId]) };
}

/** Lane of what is written of one component (D6). */
function componentLane(componentId: string): string {
  return `component:${componentId}`;
}

/** A link by hand. Where the two are linked already, by a person or by the server, there is nothing to do. */
export function planConfigLink(
  command: CommandOf<'config-link.create'>,
  at: AtRow,
  context: CommandContext,
): readonly OpDraft[] {
  const ref = configLinkRef(command);
  if (at(ref).row !== undefined) return [];
  const stamp = deviceTimestamp(context.nowMs);
  const patch = {
    [DERIVED_KEY]: ref.id,
    component_id: command.componentId,
    config_id: command.configId,
    selector_id: HAND_MADE,
    created_at: stamp,
    updated_at: stamp,
    deleted_at: null,
  };
  const lane = componentLane(command.componentId);
  return [draftOf({ lane, kind: 'insert', tbl: ref.tbl, rowId: ref.id, patch, guard: null }, [], context)];
}

/** A link by hand is taken away; the server's own come back with its next look at its selectors. */
export function planConfigUnlink(
  command: CommandOf<'config-link.delete'>,
  at: AtRow,
  context: CommandContext,
): readonly OpDraft[] {
  const ref = configLinkRef(command);
  const link = visibleRow(ref, at, 'config link');
  if (textAt(link, 'selector_id') !== HAND_MADE) {
    throw refuse('Only a config link that was made by hand can be deleted here.', ref.tbl);
  }
  return [planDelete(ref, componentLane(command.componentId), context, at(ref))];
}
