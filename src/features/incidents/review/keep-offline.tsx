import { CloudDownload, CloudCheck } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { ReviewState } from '#sync/read/review.ts';
import { useSync, useSyncStatus } from '#src/platform/sync-context.tsx';
import { Ago } from '#src/ui/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { Popover } from '#src/ui/popover.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { toast } from '#src/ui/toast-queue.ts';
import { counted } from '../incident-words.ts';
import { useReviewState } from '../queries.ts';
import { ReadFailedBar } from '#src/views/view-notices.tsx';
import { completenessOf, keepWords, partLines, type PartLine } from './review-words.ts';

/** Whether the incident can be reviewed without a network, and the way to make it so. */
export function KeepOffline({ incidentId }: { incidentId: string }): ReactElement | null {
  const live = useReviewState(incidentId);
  const state = live.value?.data;
  if (live.status === 'failed')
    return <ReadFailedBar error={live.error}>What is kept offline could not be read</ReadFailedBar>;
  if (state === undefined) return null;
  const isKept = state.keep !== 'no';
  return (
    <Popover
      className="w-96 max-w-full text-table"
      label="Keep offline"
      placement="bottom end"
      trigger={
        <Button
          // Where it stands at the beginning of a line, its words begin there and not its box.
          className="max-[1100px]:-ms-2.5"
          icon={isKept ? CloudCheck : CloudDownload}
          size="small"
          variant="ghost"
        >
          {keepWords(state)}
        </Button>
      }
    >
      <KeepPanel incidentId={incidentId} state={state} />
    </Popover>
  );
}

function KeepPanel({ incidentId, state }: { incidentId: string; state: ReviewState }): ReactElement {
  const { keep, parts, oldest } = state;
  const { here, possible, withheld } = completenessOf(parts);
  const isKept = keep !== 'no';
  return (
    <div className="flex flex-col gap-3">
      <KeepSwitch incidentId={incidentId} keep={keep} />
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
    </div>
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

function KeepSwitch({ incidentId, keep }: { incidentId: string; keep: ReviewState['keep'] }): ReactElement {
  const sync = useSync();
  const { phase } = useSyncStatus();
  const [isBusy, setBusy] = useState(false);
  const isReachable = phase === 'live' || phase === 'syncing';
  const change = (isKept: boolean): void => {
    setBusy(true);
    (isKept ? sync.pin('incident', incidentId) : sync.unpin('incident', incidentId))
      .catch((thrown: unknown) => {
        toast({ kind: 'error', text: 'Not changed', detail: toSyncError(thrown).message });
      })
      .finally(() => setBusy(false));
  };
  return (
    <Switch
      {...(keep === 'taking-part'
        ? { disabledReason: 'Kept by itself while it is active and you take part in it.' }
        : {
            help: isReachable
              ? 'Brings in evidence, check runs, changes and playbook runs around it.'
              : 'They are downloaded as soon as the server can be reached.',
          })}
      isSelected={keep !== 'no'}
      onChange={(isKept) => {
        if (!isBusy) change(isKept);
      }}
    >
      Keep offline
    </Switch>
  );
}
