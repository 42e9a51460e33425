import { useState, type ReactElement, type ReactNode } from 'react';
import type { LinkedFilter, LinkedIncident, LinkedIncidents } from '#sync/read/evidence/incidents.ts';
import type { Read } from '#sync/read/types.ts';
import { shownTitle } from '#src/lib/shown-name.ts';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Age } from '#src/ui/marks/age.tsx';
import { CountBadge } from '#src/ui/marks/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { Select, type Option } from '#src/ui/forms/select.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { incidentPath } from '../commands.ts';
import { IncidentStatusGlyph } from '../incident-marks.tsx';
import { counted, incidentStatuses, incidentTypes, SEVERITY_FALLBACK, titleOf } from '../incident-labels.ts';
import { syncStateOf } from '#src/views/sync-marks.ts';
import { ViewFallback } from '#src/views/view-fallback.tsx';
import { viewState } from '#src/views/view-state.ts';

interface IncidentsOfProps {
  /** What the incidents must have evidence of. */
  of: 'component' | 'config';
  id: string;
  /** In a section that is named already there is none of its own. */
  heading?: 'own' | 'none';
}

const ALL = 'all';
const OPEN = 'open';
const STATUSES = optionsOf('All statuses', incidentStatuses);
const TYPES = optionsOf('All types', incidentTypes);

/** Incidents that have evidence of a component or a catalog item: a panel for the screens of those. */
export function IncidentsOf({ of, id, heading = 'own' }: IncidentsOfProps): ReactElement | null {
  const { isEnabled, can } = useAccess();
  const [status, setStatus] = useState(OPEN);
  const [type, setType] = useState(ALL);
  const live = useLinked(of, id, { type: orNull(type), status: orNull(status) });
  if (!isEnabled('incidents') || !can('read', 'incident')) return null;
  return (
    <section aria-label="Incidents" className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {heading === 'own' && (
          <h3 className="flex items-center gap-2 text-table font-medium">
            Incidents
            {live.value !== undefined && <CountBadge count={live.value.data.rows.length} label="shown" />}
          </h3>
        )}
        {heading === 'own' && <span className="flex-1" />}
        <Select
          isLabelHidden
          label="Status"
          options={STATUSES}
          size="small"
          value={status}
          onChange={setStatus}
        />
        <Select isLabelHidden label="Type" options={TYPES} size="small" value={type} onChange={setType} />
      </div>
      <Linked
        live={live}
        onAll={() => {
          setStatus(ALL);
          setType(ALL);
        }}
      />
    </section>
  );
}

function useLinked(
  of: IncidentsOfProps['of'],
  id: string,
  filter: LinkedFilter,
): Live<Read<LinkedIncidents>> {
  const model = useReadModel();
  const { type, status } = filter;
  return useLive(
    () =>
      of === 'component'
        ? model.incidentsByComponent(id, { type, status })
        : model.incidentsByConfig(id, { type, status }),
    [model, of, id, type, status],
  );
}

function Linked({ live, onAll }: { live: Live<Read<LinkedIncidents>>; onAll: () => void }): ReactElement {
  const status = useSyncStatus();
  const found = live.value?.data;
  const state = viewState(live, status, (found?.rows.length ?? 0) === 0);
  return (
    <LoadingRegion
      isLoading={state === 'loading'}
      label="Loading incidents"
      skeleton={<SkeletonRows count={3} />}
    >
      {state !== 'ready' || found === undefined ? (
        state !== 'loading' && (
          <ViewFallback error={live.error} state={state === 'ready' ? 'failed' : state} what="Incidents" />
        )
      ) : found.rows.length === 0 ? (
        <NoneShown isPartial={live.value?.state !== 'complete'} total={found.total} onAll={onAll} />
      ) : (
        <ul className="flex flex-col divide-y divide-line border-y border-line">
          <Records idOf={({ id }) => id} nameOf={({ title }) => title} of={found.rows}>
            {(row) => <LinkedLine row={row} />}
          </Records>
        </ul>
      )}
    </LoadingRegion>
  );
}

/** What the filter hides is said: an empty panel must not read as "never was one". */
function NoneShown({
  total,
  isPartial,
  onAll,
}: {
  total: number;
  isPartial: boolean;
  onAll: () => void;
}): ReactElement {
  if (total > 0) {
    return (
      <p className="flex flex-wrap items-center gap-2 text-table text-muted">
        None match; {counted(total, 'incident')} in all
        <Button size="small" variant="ghost" onPress={onAll}>
          Show all
        </Button>
      </p>
    );
  }
  return (
    <p className="text-table text-muted">
      {isPartial ? 'None on this device; not everything has been downloaded yet' : 'No incidents'}
    </p>
  );
}

/** One incident in a list beside something else; `children` say what it has to do with that. */
export function LinkedLine({ row, children }: { row: LinkedIncident; children?: ReactNode }): ReactElement {
  const state = syncStateOf(row.marks);
  return (
    <li className="flex min-h-row flex-wrap items-center gap-x-3 gap-y-0.5 py-1 text-table">
      {/* In a narrow panel the mark stays beside its title. */}
      <span className="flex min-w-0 items-start gap-x-3">
        <span className="flex h-5 shrink-0 items-center">
          <IncidentStatusGlyph status={row.status} />
          <span className="sr-only">{titleOf(row.status)}</span>
        </span>
        <TextLink className="min-w-0 font-medium wrap-any" href={incidentPath(row.id)} tone="quiet">
          {shownTitle(row.title)}
        </TextLink>
      </span>
      <span className="font-mono text-muted tabular">{row.number ?? 'new'}</span>
      {children}
      <span className="flex-1" />
      {state !== undefined && <SyncMark isCompact state={state} />}
      <SeverityBars
        isNotSet={row.severity === ''}
        isWordHidden
        severity={row.severity === '' ? SEVERITY_FALLBACK : row.severity}
      />
      <Age at={row.createdAt} className="text-muted" label="Created" />
    </li>
  );
}

function optionsOf(all: string, values: readonly string[]): readonly Option[] {
  return [{ id: ALL, label: all }, ...values.map((value) => ({ id: value, label: titleOf(value) }))];
}

function orNull(value: string): string | null {
  return value === ALL ? null : value;
}
