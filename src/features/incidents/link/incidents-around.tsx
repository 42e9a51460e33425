import type { ReactElement } from 'react';
import {
  AROUND_ANY_MS,
  AROUND_ITEM_MS,
  type AroundChange,
  type IncidentAround,
} from '#sync/read/evidence/incidents.ts';
import { distanceWords } from '#src/lib/distance.ts';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { ViewFallback } from '#src/views/view-fallback.tsx';
import { viewState } from '#src/views/view-state.ts';
import { LinkedLine } from './incidents-of.tsx';

const HOUR_MS = 3_600_000;
const ITEM_HOURS = AROUND_ITEM_MS / HOUR_MS;
const ANY_HOURS = AROUND_ANY_MS / HOUR_MS;

/** Incidents that may have to do with a change: for whatever shows one. */
export function IncidentsAround(change: AroundChange): ReactElement {
  const { changeId, configId, at } = change;
  const { isEnabled, can } = useAccess();
  const model = useReadModel();
  const status = useSyncStatus();
  const live = useLive(
    () => model.incidentsAround({ changeId, configId, at }),
    [model, changeId, configId, at],
  );
  if (!isEnabled('incidents') || !can('read', 'incident'))
    return <p className="text-table text-muted">Your role does not see incidents.</p>;
  const found = live.value?.data ?? [];
  const state = viewState(live, status, found.length === 0);
  const sure = found.filter(({ by }) => by !== 'time');
  const weak = found.filter(({ by }) => by === 'time');
  return (
    <LoadingRegion
      isLoading={state === 'loading'}
      label="Loading incidents"
      skeleton={<SkeletonRows count={3} />}
    >
      {state !== 'ready' ? (
        state !== 'loading' && <ViewFallback error={live.error} state={state} what="Incidents" />
      ) : (
        <div className="flex flex-col gap-3">
          {sure.length === 0 && (
            <p className="text-table text-muted">
              {live.value?.state === 'complete'
                ? `No incident has it as evidence. None with its item as evidence began within ${ITEM_HOURS} hours after it.`
                : 'None on this device; not everything has been downloaded yet.'}
            </p>
          )}
          <Lines label="With evidence" rows={sure} />
          {weak.length > 0 && (
            <section aria-labelledby="incidents-around-weak" className="flex flex-col gap-1">
              <h3 className="text-caption font-medium text-muted" id="incidents-around-weak">
                {`Only near in time: began within ${ANY_HOURS} hours after it`}
              </h3>
              <Lines label="Only near in time" rows={weak} />
            </section>
          )}
        </div>
      )}
    </LoadingRegion>
  );
}

function Lines({ rows, label }: { rows: readonly IncidentAround[]; label: string }): ReactElement | null {
  if (rows.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line border-y border-line">
      <Records idOf={({ id }) => id} nameOf={({ title }) => title} of={rows}>
        {(row) => (
          <LinkedLine row={row}>
            <span className="text-caption text-muted tabular">
              {`${distanceWords(row.afterMs)} ${row.afterMs < 0 ? 'before' : 'after'}${BY_WORDS[row.by]}`}
            </span>
          </LinkedLine>
        )}
      </Records>
    </ul>
  );
}

const BY_WORDS = {
  change: ', has this change as evidence',
  item: ', has its item as evidence',
  time: '',
} as const;
