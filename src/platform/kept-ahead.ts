import type { HealthKeptAs } from '#sync/protocol/health.ts';
import type { ReadModel } from '#sync/read/types.ts';

/** The list of checks that was kept for a start, read before the page that shows it is there. */
export interface KeptAhead {
  readonly model: ReadModel;
  readonly as: HealthKeptAs;
  readonly reading: Promise<string | null>;
  /** Undefined until it was read. */
  readonly text: () => string | null | undefined;
}

let ahead: KeptAhead | undefined;

/** A list that is not painted by then is not waited for. */
const PATIENCE_MS = 400;
let tellShown: (() => void) | undefined;

/** Resolves when nothing was kept for this start, or when it was painted; null where nothing was asked for. */
export function keptPainted(): Promise<unknown> | null {
  if (ahead === undefined) return null;
  const shown = new Promise<void>((resolve) => {
    tellShown = resolve;
    setTimeout(resolve, PATIENCE_MS);
  });
  return ahead.reading.then(
    (text) => (text === null ? undefined : shown),
    () => undefined,
  );
}

/** The list stands on the page, and is painted with the next frame. */
export function keptIsShown(): void {
  requestAnimationFrame(() => setTimeout(() => tellShown?.()));
}

export function readKeptAhead(model: ReadModel, as: HealthKeptAs): void {
  let text: string | null | undefined;
  const reading = model.keptHealth(as);
  ahead = { model, as, reading, text: () => text };
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
