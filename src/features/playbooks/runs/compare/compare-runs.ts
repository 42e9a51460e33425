import { formatDuration } from '#src/lib/durations.ts';
import { isSkipped, INITIALIZATION, type Step } from '../detail/run-steps.ts';
import type { RunRead } from '../detail/use-run.ts';
import { resourceName, runMs, runResource } from '../run-row.ts';
import { statusTitle } from '../status-title.ts';

/** One fact of two runs; null where one has none, or it is not known here. */
export interface RunPair {
  readonly name: string;
  readonly a: string | null;
  readonly b: string | null;
  readonly isEqual: boolean;
}

const pair = (name: string, a: string | null, b: string | null): RunPair => ({
  name,
  a,
  b,
  isEqual: a === b,
});

type Known = Pick<RunRead, 'run'>;

/** What they were and what became of them. */
export function factPairs(
  a: Known,
  b: Known,
  nameOf: (personId: string) => string | null,
): readonly RunPair[] {
  const facts: readonly (readonly [string, (read: Known) => string | null])[] = [
    ['Status', ({ run }) => run.status && statusTitle(run.status)],
    ['Error', ({ run }) => run.error],
    ['Resource', ({ run }) => resourceName(runResource(run)) || null],
    [
      'Triggered by',
      ({ run }) => (run.created_by === null ? 'An event' : (nameOf(run.created_by) ?? 'Somebody')),
    ],
    ['Duration', ({ run }) => length(runMs(run))],
  ];
  return facts
    .map(([name, of]) => pair(name, of(a), of(b)))
    .filter((each) => each.a !== null || each.b !== null);
}

/** By name; null where they were not read of one of them. */
export function parameterPairs(a: RunRead, b: RunRead): readonly RunPair[] | null {
  const [left, right] = [a.parameters, b.parameters];
  if (left === undefined || right === undefined) return null;
  const [lefts, rights] = [new Map(Object.entries(left)), new Map(Object.entries(right))];
  const names = [...new Set([...lefts.keys(), ...rights.keys()])].sort();
  return names.map((name) => pair(name, lefts.get(name) ?? null, rights.get(name) ?? null));
}

/** A step of one run and the step of that name of the other. */
export interface StepPair {
  readonly name: string;
  readonly a: Step | null;
  readonly b: Step | null;
}

/** In the order in which they ran; steps of one name follow each other. */
export function stepPairs(a: readonly Step[], b: readonly Step[]): readonly StepPair[] {
  const left = named(a);
  const right = named(b);
  return [...new Set([...left.keys(), ...right.keys()])].map((name) => ({
    name,
    a: left.get(name) ?? null,
    b: right.get(name) ?? null,
  }));
}

function named(steps: readonly Step[]): ReadonlyMap<string, Step> {
  const found = new Map<string, Step>();
  for (const step of steps) {
    let name = step.name;
    for (let nth = 2; found.has(name); nth += 1) name = `${step.name} (${nth})`;
    found.set(name, step);
  }
  return found;
}

/** What of a step both gave can be held against each other. */
export function hasOutput({ a, b }: StepPair): boolean {
  return [a, b].every((step) => step !== null && !isSkipped(step) && step.id !== INITIALIZATION);
}

/** How a step went in words: "Completed, 12s". */
export function stepWords(step: Step | null): string | null {
  if (step === null) return null;
  return [statusTitle(step.status ?? ''), length(runMs(step))]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

export interface StepFact extends RunPair {
  /** "12s longer"; null where that is not known of both, or it is the same. */
  readonly change: string | null;
}

/** Steps beside each other. Another status is a difference; another length is said, and is none by itself. */
export function stepFacts(pairs: readonly StepPair[]): readonly StepFact[] {
  return pairs.map(({ name, a, b }) => ({
    name,
    a: stepWords(a),
    b: stepWords(b),
    isEqual: a?.status === b?.status && (a === null) === (b === null),
    change: changeOf(a && runMs(a), b && runMs(b)),
  }));
}

function changeOf(a: number | null, b: number | null): string | null {
  if (a === null || b === null) return null;
  const by = length(Math.abs(b - a));
  if (by === null || a === b) return null;
  return b > a ? `${by} longer` : `${by} shorter`;
}

const length = (ms: number | null): string | null => (ms === null ? null : formatDuration(ms));
