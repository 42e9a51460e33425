import type { ReactElement } from 'react';
import type { ReviewState } from '#sync/read/review.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { counted } from '../incident-labels.ts';
import { useReviewState } from '../queries.ts';
import { KeepPopover, KeepSwitch } from '#src/views/keep-offline.tsx';
import { ReadFailedBar } from '#src/views/view-notices.tsx';
import { completenessOf, keepWords, partLines, type PartLine } from './review-labels.ts';

/** Whether the incident can be reviewed without a network, and the way to make it so. */
export function KeepOffline({ incidentId }: { incidentId: string }): ReactElement | null {
  const live = useReviewState(incidentId);
  const state = live.value?.data;
  if (live.status === 'failed')
    return <ReadFailedBar error={live.error}>What is kept offline could not be read</ReadFailedBar>;
  if (state === undefined) return null;
  const isKept = state.keep !== 'no';
  return (
    <KeepPopover isKept={isKept} label={keepWords(state)}>
      <KeepPanel incidentId={incidentId} state={state} />
    </KeepPopover>
  );
}

function KeepPanel({ incidentId, state }: { incidentId: string; state: ReviewState }): ReactElement {
  const { keep, parts, oldest } = state;
  const { here, possible, withheld } = completenessOf(parts);
  const isKept = keep !== 'no';
  return (
    <>
      <KeepSwitch
        fixedReason={
          keep === 'taking-part'
            ? 'Kept automatically while it is active and you take part in it.'
            : undefined
        }
        help="Downloads evidence, check runs, changes and playbook runs around it."
        id={incidentId}
        isKept={isKept}
        kind="incident"
      />
      {parts.length === 0 ? (
        <p className="text-muted">
          There is nothing to download: no evidence points at a check, a config or a component. The incident
          itself is always on this device.
        </p>
      ) : (
        <>
          <p className="text-muted">
            {isKept
              ? `${here} of ${possible} parts are on this device`
              : `${counted(parts.length, 'part')} would be downloaded; ${here} ${here === 1 ? 'is' : 'are'} here now`}
            {oldest !== null && here > 0 && (
              <>
                , as of <Ago at={oldest} label="Oldest part" />
              </>
            )}
            .{withheld > 0 && ` ${counted(withheld, 'part')} cannot be kept.`}
          </p>
          <ul className="flex flex-col gap-1 border-t border-line pt-2">
            {partLines(parts).map((line) => (
              <PartRow key={`${line.words} ${line.absence ?? ''}`} line={line} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function PartRow({ line }: { line: PartLine }): ReactElement {
  const { words, count, absence, asOf } = line;
  return (
    <li className="flex items-baseline gap-2">
      <span className="min-w-0 flex-1">
        {words}
        {count > 1 && <span className="text-muted"> × {count}</span>}
      </span>
      <span className="shrink-0 text-muted">{absence ?? <Ago at={asOf} label={`${words}, as of`} />}</span>
    </li>
  );
}
