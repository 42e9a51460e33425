import type { Command, Submitted } from '#sync/protocol/command.ts';
import { createStore, type Store } from './store.ts';

/** One change of this page, as long as it may be taken back. */
export interface LastChange {
  readonly command: Command;
  readonly submitted: Submitted;
  readonly screen: string;
}

/** More than anybody takes back one by one. */
const MOST = 20;

const changes = createStore<readonly LastChange[]>([]);

/** What was changed on this page since it was opened, newest last. In memory: after a reload nothing is offered. */
export const lastChanges: Store<readonly LastChange[]> = changes;

export function rememberChange(change: LastChange): void {
  if (change.submitted.opIds.length > 0) changes.set([...changes.get(), change].slice(-MOST));
}

/** Takes a change off the list by what its command became. */
export function forgetChange(submitted: Submitted): void {
  changes.set(changes.get().filter((change) => change.submitted !== submitted));
}

export function forgetChanges(): void {
  changes.set([]);
}
