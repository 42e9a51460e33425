import type { Status } from '#src/ui/marks/status-mark.tsx';

/** What the server says of a run, the worst first, and how that looks (spec 002: "Job history"). */
const LOOKS: readonly (readonly [wire: string, word: string, status: Status])[] = [
  ['FAILED', 'Failed', 'unhealthy'],
  ['WARNING', 'Warning', 'warning'],
  ['STALE', 'Stale', 'unknown'],
  ['STOPPED', 'Stopped', 'suspended'],
  ['RUNNING', 'Running', 'mixed'],
  ['SKIPPED', 'Skipped', 'suspended'],
  ['SUCCESS', 'Success', 'healthy'],
];
const BY_WIRE = new Map(LOOKS.map(([wire, word, status]) => [wire, { word, status }]));

/** As what it is drawn. */
export function jobStatusLook(wire: string): Status {
  return BY_WIRE.get(wire.toUpperCase())?.status ?? 'unknown';
}

/** Of a run whose status is not known: behind all others. */
const LAST = LOOKS.length;

/** As people read it; what nobody has heard of stays as it is. */
export function jobStatusWord(wire: string): string {
  return BY_WIRE.get(wire.toUpperCase())?.word ?? wire;
}

/** The worst first. */
export function jobStatusRank(wire: string | null): number {
  const at = LOOKS.findIndex(([each]) => each === wire?.toUpperCase());
  return at === -1 ? LAST : at;
}
