import { own } from '../../protocol/own.ts';
import type { Cursor } from '../../protocol/stored.ts';
import type { WireSpec } from '../../protocol/table.ts';

/**
 * Which columns of only one of the two wires this server has (decisions.md). Before a probe nothing is known to be
 * there, and only the columns every server has are asked for.
 */
export interface WireFacts {
  has(path: string, column: string): boolean;
}

/** The same with what is known not to be there. */
export interface FoundFacts extends WireFacts {
  /** A probe has asked about the column. */
  knows(path: string, column: string): boolean;
}

/** Facts before any probe. */
export const nothingKnown: FoundFacts = { has: () => false, knows: () => false };

/** How long facts are believed although nothing contradicted them: a server may learn new columns. */
export const FACTS_MS = 24 * 3_600_000;

/** One column to ask about. */
export interface ProbeQuestion {
  readonly path: string;
  readonly column: string;
}

const YES = 'yes';
const NO = 'no';
const nameOf = ({ path, column }: ProbeQuestion): string => `${path} ${column}`;

/** Every column that some server does not have, of the collections given. */
export function questionsOf(specs: readonly Pick<WireSpec, 'path' | 'optional'>[]): readonly ProbeQuestion[] {
  return specs.flatMap(({ path, optional = [] }) => optional.map((column) => ({ path, column })));
}

/** Answers of a probe as they are kept in the cache, for one version of the app. */
export function recordOf(
  appVersion: string,
  nowMs: number,
  answers: ReadonlyMap<ProbeQuestion, boolean>,
): Cursor {
  const said = [...answers].map(([question, isThere]) => [nameOf(question), isThere ? YES : NO]);
  return {
    tbl: 'wire',
    values: { ...Object.fromEntries(said), app: appVersion, at: String(nowMs) },
    walk: 'done',
    pulls: 0,
  };
}

/** Facts of a kept record; null when it is of another version of the app, too old, or does not answer everything. */
export function factsOf(
  record: Cursor | undefined,
  appVersion: string,
  nowMs: number,
  questions: readonly ProbeQuestion[],
): FoundFacts | null {
  const values = record?.values ?? {};
  const ageMs = nowMs - Number(values['at'] ?? Number.NaN);
  const isFresh = ageMs >= 0 && ageMs < FACTS_MS;
  if (values['app'] !== appVersion || !isFresh) return null;
  if (questions.some((question) => own(values, nameOf(question)) === undefined)) return null;
  const said = (path: string, column: string): string | undefined => own(values, nameOf({ path, column }));
  return {
    has: (path, column) => said(path, column) === YES,
    knows: (path, column) => said(path, column) !== undefined,
  };
}
