import type { ReactElement } from 'react';
import { checkFreshness } from '#sync/read/check-freshness.ts';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { IconMark } from '#src/ui/marks/type-mark.tsx';
import { agentSentence, deletedWords, freshnessWords, isRowStale, silencedWords } from '../health-labels.ts';
import { useMoment, useRoundMinute } from '../queries.ts';
import type { CheckRead } from './use-check.ts';

/** Name and state; a state past its limit looks it. */
export function CheckTitle({ check, name }: { check: CheckRead; name: string }): ReactElement {
  const moment = useMoment(useRoundMinute());
  const { row } = check;
  return (
    <>
      <span className="min-w-0 wrap-any">{name}</span>
      {row !== null && (
        <HealthMark
          // A check that is late was last known by its run, however new the server's answer is.
          asOf={row.lastRuntime ?? row.statusAsOf}
          className="shrink-0 text-table font-normal"
          health={row.status}
          isStale={isRowStale(row, moment)}
        />
      )}
    </>
  );
}

/** What it is, where it belongs, who reports it, and why its state may be old or is its last. */
export function CheckFacts({ check }: { check: CheckRead }): ReactElement {
  const nowMs = useRoundMinute();
  const moment = useMoment(nowMs);
  const { row, detail } = check;
  const deletedAt = detail?.deletedAt ?? null;
  const why =
    deletedAt !== null ? deletedWords(deletedAt, nowMs) : row === null ? null : freshnessWords(row, moment);
  const facts = [
    row?.type,
    [row?.namespace, row?.canaryName ?? detail?.canaryName].filter(Boolean).join('/'),
    // Said as the reason where the state is old for it, and else as a fact.
    row === null || checkFreshness(row, moment).kind === 'agent-silent' ? null : agentSentence(row, nowMs),
    row !== null && row.silencedAt !== null ? silencedWords(row.silencedAt, nowMs) : null,
    row?.endpoint,
    row?.description,
  ].filter((fact) => fact !== null && fact !== undefined && fact !== '');
  return (
    <span className="line-clamp-2">
      <IconMark name={row?.type ?? null} />
      {facts.join(' · ')}
      {why !== null && (
        <>
          {facts.length > 0 && ' · '}
          <span className="text-fg">{why}</span>
        </>
      )}
    </span>
  );
}
