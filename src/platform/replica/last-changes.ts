import type { RowChange, Submitted } from '#sync/protocol/command.ts';
import { createStore, type Store } from '../device/store.ts';

/** One change of this page, as long as it may be taken back. */
export interface LastChange {
  readonly submitted: Submitted;
  readonly screen: string;
  /** When it was made, device time in ms. */
  readonly at: number;
}

/** More than anybody takes back one by one. */
const MOST = 20;
/** What is typed is saved at every pause; saves of one text that follow each other so soon are one change. */
const TYPING_MS = 10_000;
const TEXTS: readonly string[] = ['title', 'description', 'script'];
const NONE: readonly LastChange[] = [];

const changes = createStore<readonly LastChange[]>(NONE);

/** What was changed on this page since it was opened, newest last. In memory: after a reload nothing is offered. */
export const lastChanges: Store<readonly LastChange[]> = changes;

export function rememberChange(change: LastChange): void {
  if (change.submitted.opIds.length === 0) return;
  const known = changes.get();
  const typed = typedOn(known.at(-1), change);
  if (typed === null) changes.set([...known, change].slice(-MOST));
  else changes.set([...known.slice(0, -1), ...(isBack(typed) ? [] : [typed])]);
}

/** Takes a change off the list by what its command became. */
export function forgetChange(submitted: Submitted): void {
  const left = changes.get().filter((change) => change.submitted !== submitted);
  if (left.length < changes.get().length) changes.set(left);
}

export function forgetChanges(): void {
  changes.set(NONE);
}

/** Both as one, where the later one goes on with the text of the earlier; null where it does not. */
function typedOn(earlier: LastChange | undefined, later: LastChange): LastChange | null {
  const [first, second] = [textChange(earlier), textChange(later)];
  if (earlier === undefined || first === null || second === null) return null;
  const isSame = first.tbl === second.tbl && first.id === second.id && first.field === second.field;
  const goesOn = isSame && second.change.before[second.field] === first.change.set[first.field];
  if (!goesOn || Math.abs(later.at - earlier.at) > TYPING_MS) return null;
  const opIds = [...new Set([...earlier.submitted.opIds, ...later.submitted.opIds])];
  const joined: RowChange = { ...second.change, before: first.change.before };
  return { ...later, submitted: { opIds, made: [], changes: [joined] } };
}

/** The one text field that a change has set; null for any other change. */
function textChange(
  change: LastChange | undefined,
): { tbl: string; id: string; field: string; change: RowChange } | null {
  const [only, ...rest] = change?.submitted.changes ?? [];
  const [field, ...others] = Object.keys(only?.set ?? {});
  if (only?.kind !== 'update' || field === undefined || rest.length > 0 || others.length > 0) return null;
  return TEXTS.includes(field) ? { tbl: only.tbl, id: only.id, field, change: only } : null;
}

/** The text is as it was before: there is nothing to take back. */
function isBack({ submitted: { changes: [only] = [] } }: LastChange): boolean {
  return (
    only !== undefined && Object.entries(only.set).every(([field, value]) => only.before[field] === value)
  );
}
