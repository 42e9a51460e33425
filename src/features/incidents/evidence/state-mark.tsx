import type { ReactElement } from 'react';
import { StatusMark, type Status } from '#src/ui/marks/status-mark.tsx';
import { own } from '#sync/protocol/own.ts';
import { titleOf } from '../incident-labels.ts';

const KNOWN: readonly Status[] = [
  'healthy',
  'warning',
  'mixed',
  'unhealthy',
  'degraded',
  'missing',
  'unknown',
  'suspended',
];

/** Words of other systems that mean one of ours. */
const SAME: Readonly<Record<string, Status>> = {
  passed: 'healthy',
  running: 'healthy',
  failed: 'unhealthy',
  error: 'unhealthy',
};

/** A state as a server spells it; one nobody knows keeps its word. */
export function StateMark({ state }: { state: string | null | undefined }): ReactElement {
  if (state === null || state === undefined || state === '') return <StatusMark status="unknown" />;
  const key = state.toLowerCase();
  const status = KNOWN.find((known) => known === key) ?? own(SAME, key) ?? 'unknown';
  return <StatusMark status={status} word={titleOf(state)} />;
}
