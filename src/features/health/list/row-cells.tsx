import { BellOff, Clock } from 'lucide-react';
import type { ReactElement } from 'react';
import type { HealthAggregate, HealthGroup, HealthRow } from '#sync/protocol/health.ts';
import { shownName } from '#src/lib/shown-name.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { CountBadge } from '#src/ui/marks/badge.tsx';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import {
  aggregateWord,
  clockWords,
  freshnessWords,
  isRowStale,
  showsLastRun,
  silencedWords,
  staleShare,
} from '../health-labels.ts';
import { useLineMinute, useMoment } from '../queries.ts';
import { CheckCell, useLineRow } from './line-cells.tsx';
import type { Line } from './lines.ts';

/** Stands in the row's link, so it is text whatever is known of the check. */
export function CheckName({ groupValue }: { groupValue: string | null }): ReactElement {
  const row = useLineRow();
  if (row === undefined) return <span className="text-muted">…</span>;
  if (row === null) return <span className="text-muted">Not on this device any more</span>;
  const isGroupShown = groupValue !== null && groupValue !== row.name;
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={row.description ?? undefined}>
      {isGroupShown && (
        <>
          <span className="min-w-6 shrink-20 truncate font-normal text-muted">{groupValue}</span>
          <span aria-hidden className="font-normal text-muted">
            /
          </span>
        </>
      )}
      <span className="min-w-0 truncate">{shownName(row.name)}</span>
      {row.silencedAt !== null && <SilencedMark at={row.silencedAt} />}
      {row.agentName !== null && (
        <span className="ms-2 min-w-0 shrink-3 truncate font-normal">
          <AgentWords row={row} />
        </span>
      )}
    </span>
  );
}

/** Silenced on the server, which is a matter of show only: its state is told all the same (semantics 1). */
export function SilencedMark({ at }: { at: string }): ReactElement {
  const nowMs = useLineMinute();
  return (
    <span className="ms-1 shrink-0 text-muted" title={silencedWords(at, nowMs)}>
      <Icon className="inline-block align-[-2px]" icon={BellOff} size={13} />
      <span className="sr-only">, {silencedWords(at, nowMs)}</span>
    </span>
  );
}

export function GroupName({ group }: { group: HealthGroup }): ReactElement {
  const { total, passing, failing } = group.aggregate;
  return (
    <span className="inline-flex max-w-full items-center gap-2 align-top">
      <span className="truncate">{group.value}</span>
      <CountBadge count={total} label="checks" />
      <span className="sr-only">
        , {passing} passing, {failing} failing
      </span>
    </span>
  );
}

/** Shape, word and age of a check or a group. */
export function StateCell({ line }: { line: Line }): ReactElement {
  if (line.kind === 'group') return <GroupMark whole={line.group.aggregate} />;
  return <CheckCell>{(row) => <CheckMark row={row} />}</CheckCell>;
}

export function CheckMark({
  row,
  isWordHidden = false,
}: {
  row: HealthRow;
  isWordHidden?: boolean;
}): ReactElement {
  const moment = useMoment(useLineMinute());
  const isStale = isRowStale(row, moment);
  const why = isStale ? freshnessWords(row, moment) : null;
  return (
    <span className="inline-flex max-w-full min-w-0 align-middle" title={why ?? undefined}>
      <HealthMark
        isAgeShort
        asOf={row.lastRuntime}
        health={row.status}
        isStale={isStale}
        isWordHidden={isWordHidden}
      />
      {why !== null && <span className="sr-only">, {why}</span>}
    </span>
  );
}

/** Hatched when nothing of it is live; a good group already when one of its checks is not. */
export function GroupMark({ whole }: { whole: HealthAggregate }): ReactElement {
  const share = staleShare(whole);
  const isStale = share === 'all' || (share === 'some' && whole.health === 'good');
  if (share !== 'some') {
    return <HealthMark isAgeShort asOf={whole.lastRuntime} health={aggregateWord(whole)} isStale={isStale} />;
  }
  const words = `${whole.stale} of ${whole.total} overdue`;
  return (
    <span
      className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-middle"
      data-stale-share={share}
      title={words}
    >
      <HealthMark isAgeShort asOf={null} health={aggregateWord(whole)} isStale={isStale} />
      <span aria-hidden className="tabular text-muted">
        {whole.stale} old
      </span>
      <span className="sr-only">, {words}</span>
    </span>
  );
}

/** Who reports the check, and since when that agent has been silent; nothing for checks of the server itself. */
export function AgentWords({ row }: { row: HealthRow }): ReactElement | null {
  const nowMs = useLineMinute();
  const { agentName, agentSilentSince } = row;
  if (agentName === null) return null;
  if (agentSilentSince === null) {
    return (
      <span className="text-muted">
        <span className="sr-only">reported by agent </span>
        {agentName}
      </span>
    );
  }
  const since = `silent since ${clockWords(agentSilentSince, nowMs)}`;
  return (
    <span className="text-muted" title={`reported by agent ${agentName}, ${since}`}>
      <Icon className="me-1 inline-block align-[-2px]" icon={Clock} size={13} />
      <span className="sr-only">reported by agent </span>
      {agentName}, {since}
    </span>
  );
}

export function TransitionCell({ line }: { line: Line }): ReactElement {
  if (line.kind === 'group') {
    return <Age at={line.group.aggregate.lastTransition} className="text-muted" label="Last transitioned" />;
  }
  return (
    <CheckCell>
      {({ lastTransition }) => <Age at={lastTransition} className="text-muted" label="Transitioned" />}
    </CheckCell>
  );
}

/** Spec 2.4: shown only over 1 hour, and hidden over 7 days. */
export function LastRunCell({ line }: { line: Line }): ReactElement | null {
  if (line.kind === 'group') return <LastRun at={line.group.aggregate.lastRuntime} />;
  return <CheckCell>{({ lastRuntime }) => <LastRun at={lastRuntime} />}</CheckCell>;
}

export function LastRun({ at }: { at: string | null }): ReactElement | null {
  const nowMs = useLineMinute();
  return showsLastRun(at, nowMs) ? <Age at={at} className="text-muted" label="Last run" /> : null;
}
