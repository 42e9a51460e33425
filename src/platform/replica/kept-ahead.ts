import { keptIn, type KeptAs, type KeptListKind } from '#sync/protocol/kept-list.ts';
import type { ReadModel } from '#sync/read/read-model.ts';
import { expectStart } from '../shell/start-painted.ts';

/** A list that was kept for a start, read before the page that shows it is there. */
interface KeptAhead {
  readonly model: ReadModel;
  readonly kind: KeptListKind;
  readonly id: string;
  readonly reading: Promise<string | null>;
  /** Undefined until it was read. */
  readonly text: () => string | null | undefined;
}

let ahead: KeptAhead | undefined;

/** What the page of a list reads first, or that of one among several collections. */
export function keptListAhead(kind: KeptListKind, tbl?: string): (model: ReadModel, search: string) => void {
  return (model, search) => {
    const as: KeptAs = search === '' ? 'start' : 'last';
    readKeptAhead(model, kind, tbl === undefined ? as : keptIn(tbl, as));
  };
}

/** What the page of one part of a list reads first: only the list as a whole opens by itself. */
export function keptPartAhead(kind: KeptListKind): (model: ReadModel) => void {
  return (model) => readKeptAhead(model, kind, 'last' satisfies KeptAs);
}

function readKeptAhead(model: ReadModel, kind: KeptListKind, id: string): void {
  let text: string | null | undefined;
  const reading = model.keptList(kind, id);
  ahead = { model, kind, id, reading, text: () => text };
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
export function keptAheadOf(model: ReadModel, kind: KeptListKind, id: string): KeptAhead | undefined {
  return ahead?.model === model && ahead.kind === kind && ahead.id === id ? ahead : undefined;
}

/** The start is over: whoever comes back later reads what is kept by then. */
export function forgetKeptAhead(): void {
  ahead = undefined;
}
