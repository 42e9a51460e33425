import type { ReadModel } from '#sync/read/read-model.ts';
import type { IncidentLookup, Read } from '#sync/read/types.ts';
import { beginLive, type Live } from '#src/platform/replica/live.ts';
import type { Store } from '#src/platform/device/store.ts';

type Found = Live<Read<IncidentLookup>>;

/** So long an answer is good enough for the first look; the page reads for itself from then on. */
const FRESH_MS = 1_000;

interface Begun {
  readonly model: ReadModel;
  readonly id: string;
  readonly found: Store<Found>;
}

let begun: Begun | undefined;

/** Reads an incident whose row is being pressed: the answer comes while its page is made. */
export function beginIncident(model: ReadModel, id: string): void {
  if (earlyIncident(model, id) !== undefined) return;
  const reading = { model, id, found: beginLive(model.incident(id)) };
  begun = reading;
  setTimeout(() => {
    if (begun === reading) begun = undefined;
  }, FRESH_MS);
}

/** What was begun of an incident a moment ago. */
export function earlyIncident(model: ReadModel, id: string): Store<Found> | undefined {
  return begun?.model === model && begun.id === id ? begun.found : undefined;
}
