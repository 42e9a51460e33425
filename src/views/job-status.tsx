import type { ReactElement } from 'react';
import { StatusMark, type Status } from '#src/ui/marks/status-mark.tsx';

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

/** How a run of a job ended, or that it has not. */
export function JobStatus({ status }: { status: string | null }): ReactElement {
  if (status === null || status === '') return <span className="text-muted">–</span>;
  return (
    <StatusMark
      status={BY_WIRE.get(status.toUpperCase())?.status ?? 'unknown'}
      word={jobStatusWord(status)}
    />
  );
}
