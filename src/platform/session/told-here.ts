import type { Notice } from '#sync/protocol/op.ts';

/** Changes and actions of this page whose end the screen that began them tells in its own words. */
const told = new Set<string>();

/** Says that this page's screen tells what becomes of them: nobody else here says the same again. */
export function tellHere(ids: readonly string[]): void {
  for (const id of ids) told.add(id);
}

/** Gives that up: the screen cannot tell any more. */
export function stopTelling(ids: readonly string[]): void {
  for (const id of ids) told.delete(id);
}

/** True when a screen of this page tells it. A conflict is no end: it asks for a decision, wherever the person is. */
export function isToldHere({ id, kind, opIds }: Pick<Notice, 'id' | 'kind' | 'opIds'>): boolean {
  if (kind === 'conflict') return false;
  // The notice of an action has its id; that of changes names them.
  return opIds.length === 0 ? told.has(id) : opIds.every((opId) => told.has(opId));
}
