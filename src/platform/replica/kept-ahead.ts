import type { HealthKeptAs } from '#sync/protocol/health.ts';
import type { ReadModel } from '#sync/read/read-model.ts';
import { expectStart } from '../shell/start-painted.ts';

/** The list of checks that was kept for a start, read before the page that shows it is there. */
export interface KeptAhead {
  readonly model: ReadModel;
  readonly as: HealthKeptAs;
  readonly reading: Promise<string | null>;
  /** Undefined until it was read. */
  readonly text: () => string | null | undefined;
}

let ahead: KeptAhead | undefined;

export function readKeptAhead(model: ReadModel, search: string): void {
  const as: HealthKeptAs = search === '' ? 'start' : 'last';
  let text: string | null | undefined;
  const reading = model.keptHealth(as);
  ahead = { model, as, reading, text: () => text };
  expectStart(reading.then((found) => found !== null));
  reading.then(
    (found) => {
      text = found;
    },
    // Who asks for it hears of it.
    () => undefined,
  );
}

/** What was read ahead of that model, if it was. */
export function keptAheadOf(model: ReadModel, as: HealthKeptAs): KeptAhead | undefined {
  return ahead?.model === model && ahead.as === as ? ahead : undefined;
}

/** The start is over: whoever comes back later reads what is kept by then. */
export function forgetKeptAhead(): void {
  ahead = undefined;
}
