import { GitCommitHorizontal, Paperclip } from 'lucide-react';
import { useMemo, useState, type ReactElement } from 'react';
import type { IncidentDetail } from '#sync/read/types.ts';
import { instantMs } from '#src/lib/age.ts';
import { distanceWords } from '#src/lib/distance.ts';
import { ATTACH_EVIDENCE_LABEL, useAttachEvidence } from '#src/platform/actions/attach-evidence.tsx';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useIndexRows } from '#src/platform/replica/use-index.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Badge } from '#src/ui/marks/badge.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { Select } from '#src/ui/forms/select.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { maybeText } from '#src/views/row-text.ts';
import { Unauthorized } from '#src/views/view-fallback.tsx';
import { ReadFailedBar } from '#src/views/view-notices.tsx';
import { counted } from '../incident-labels.ts';
import { lineTitle, type ChangeLine } from '#src/views/changes/change-line.ts';
import { evidenceSubjects } from './evidence-items.ts';
import {
  KEPT_DAYS,
  MOST_ITEMS,
  useChangesBefore,
  type ChangesBefore,
} from '#src/views/changes/use-changes-before.ts';

const HOUR_MS = 3_600_000;
const WINDOWS = [
  { id: '1', label: '1 hour before' },
  { id: '6', label: '6 hours before' },
  { id: '24', label: '24 hours before' },
  { id: '48', label: '2 days before' },
  { id: '168', label: '7 days before' },
] as const;

/** What was changed in the time before an incident, of the items that its evidence is about. */
export function ChangesBeforeIncident({ incident }: { incident: IncidentDetail }): ReactElement {
  const [hours, setHours] = useState('24');
  const subjects = useMemo(() => evidenceSubjects(incident), [incident]);
  const { ids, isRead, error } = useItems(subjects);
  const startMs = instantMs(incident.createdAt);
  return (
    <section aria-label="Changes before this incident" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Select
          className="w-44"
          isLabelHidden
          label="How long before the incident"
          options={WINDOWS}
          value={hours}
          onChange={setHours}
        />
        {ids.length > 0 && (
          <p className="text-table text-muted">
            Changes of {counted(ids.length, 'catalog item')} in the evidence, newest first
          </p>
        )}
      </div>
      {error !== undefined && (
        <ReadFailedBar error={error}>Not every catalog item of the evidence could be read</ReadFailedBar>
      )}
      {ids.length > MOST_ITEMS && (
        <InlineBar tone="info">Only the first {MOST_ITEMS} catalog items are included.</InlineBar>
      )}
      <LoadingRegion
        isLoading={!isRead}
        label="Loading the catalog items"
        skeleton={<SkeletonRows count={4} />}
      >
        {startMs === undefined || ids.length === 0 ? (
          <EmptyState icon={GitCommitHorizontal} title="No catalog item in the evidence">
            Attach a catalog item, a change or a component as evidence: what was changed before the incident
            is then listed here.
          </EmptyState>
        ) : (
          <Changes
            attached={subjects.changeIds}
            ids={ids}
            startMs={startMs}
            windowMs={Number(hours) * HOUR_MS}
          />
        )}
      </LoadingRegion>
    </section>
  );
}

/** The items of the evidence, those of its changes and insights, and those of its components. */
function useItems(subjects: ReturnType<typeof evidenceSubjects>): {
  readonly ids: readonly string[];
  readonly isRead: boolean;
  readonly error: { readonly message: string } | undefined;
} {
  const { configIds, componentIds, looseChangeIds, looseInsightIds } = subjects;
  const model = useReadModel();
  const components = componentIds.join(' ');
  const linked = useLive(
    () =>
      Promise.all(
        components
          .split(' ')
          .filter(Boolean)
          .map((id) => model.itemsOfComponent(id)),
      ),
    [model, components],
  );
  const changes = useIndexRows('config_changes', looseChangeIds);
  const insights = useIndexRows('config_analysis', looseInsightIds);
  const ids = useMemo(
    () => [
      ...new Set([
        ...configIds,
        ...[...(changes.value ?? []), ...(insights.value ?? [])].flatMap(
          (row) => maybeText(row, 'config_id') ?? [],
        ),
        ...(linked.value ?? []).flatMap(({ data }) => data),
      ]),
    ],
    [configIds, changes.value, insights.value, linked.value],
  );
  const reads = [linked, changes, insights];
  return {
    ids,
    isRead: reads.every(({ status }) => status !== 'loading'),
    error: linked.error ?? changes.error ?? insights.error,
  };
}

interface ChangesProps {
  ids: readonly string[];
  startMs: number;
  windowMs: number;
  attached: ReadonlySet<string>;
}

function Changes({ ids, startMs, windowMs, attached }: ChangesProps): ReactElement {
  const read = useChangesBefore(ids, startMs, windowMs);
  if (read.is === 'forbidden') return <Unauthorized />;
  if (read.is === 'failed')
    return <ReadFailedBar error={read.error}>The changes could not be read</ReadFailedBar>;
  return (
    <LoadingRegion
      isLoading={read.is === 'loading'}
      label="Loading changes"
      skeleton={<SkeletonRows count={6} />}
    >
      {read.is === 'found' && (
        <>
          <Basis changes={read.value} />
          {read.value.lines.length === 0 ? (
            <NoneBefore changes={read.value} />
          ) : (
            <ul aria-label="Changes" className="flex flex-col divide-y divide-line border-y border-line">
              <Records idOf={({ id }) => id} nameOf={lineTitle} of={read.value.lines}>
                {(line) => <Line isAttached={attached.has(line.id)} line={line} startMs={startMs} />}
              </Records>
            </ul>
          )}
        </>
      )}
    </LoadingRegion>
  );
}

/** From where the changes are, how old that is, and what it lacks. */
function Basis({ changes }: { changes: ChangesBefore }): ReactElement {
  const { lines, total, basis, asOf, reason, lacksBeforeMs, isPartial } = changes;
  return (
    <>
      {(lacksBeforeMs !== null || isPartial || reason !== null) && (
        <InlineBar tone={reason === null ? 'info' : 'offline'}>
          {reason !== null && `${reason} `}
          {lacksBeforeMs !== null && (
            <>
              This device keeps changes for {KEPT_DAYS} days. Changes from more than{' '}
              <Age at={lacksBeforeMs} label="Kept since" /> ago are not here.
            </>
          )}
          {isPartial && ' Not every change is on this device yet.'}
        </InlineBar>
      )}
      <p className="text-caption text-muted tabular">
        {total > lines.length
          ? `The last ${lines.length} of ${counted(total, 'change')}`
          : counted(total, 'change')}
        , {basis === 'device' ? 'from this device' : 'from the server'}, as of <Ago at={asOf} label="As of" />
      </p>
    </>
  );
}

/** "None" is said only of what is whole. */
function NoneBefore({ changes: { lacksBeforeMs, isPartial } }: { changes: ChangesBefore }): ReactElement {
  const isWhole = lacksBeforeMs === null && !isPartial;
  return (
    <EmptyState
      icon={GitCommitHorizontal}
      title={isWhole ? 'Nothing was changed in this time' : 'No change from this time is on this device'}
    >
      {isWhole ? 'Choose a longer time before the incident.' : 'There may be others on the server.'}
    </EmptyState>
  );
}

/** As high as a finger needs it. */
const LINK = 'inline-flex min-h-target min-w-0 items-center';

interface LineProps {
  line: ChangeLine;
  startMs: number;
  isAttached: boolean;
}

function Line({ line, startMs, isAttached }: LineProps): ReactElement {
  const { id, atMs, config_id: configId, name, severity, change_type: type } = line;
  const attach = useAttachEvidence();
  const title = lineTitle(line);
  return (
    <li className="flex min-h-row items-center gap-x-3 py-1 text-table">
      <span
        className="w-24 shrink-0 text-end text-muted tabular"
        title={new Date(atMs).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'long' })}
      >
        {distanceWords(startMs - atMs)} before
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
        <span className="flex min-w-0 flex-[1_1_20rem] items-center gap-2">
          {severity !== null && severity !== '' && <SeverityBars isWordHidden severity={severity} />}
          <TextLink
            className={cx(LINK, 'font-medium')}
            href={`/catalog/changes?changeId=${encodeURIComponent(id)}`}
            tone="quiet"
          >
            <span className="truncate">{title}</span>
          </TextLink>
        </span>
        <span className="flex min-w-0 flex-[0_1_18rem] items-center gap-x-3 text-muted">
          {configId !== null && (
            <TextLink className={LINK} href={`/catalog/${encodeURIComponent(configId)}`} tone="quiet">
              <span className="truncate">{name ?? configId}</span>
            </TextLink>
          )}
          <span className="truncate">
            {[title === type ? null : type, line.external_created_by ?? line.source]
              .filter((part) => part !== null)
              .join(' · ')}
          </span>
        </span>
      </span>
      {isAttached && <Badge>Evidence</Badge>}
      {attach !== null && !isAttached && (
        <IconButton
          icon={Paperclip}
          label={`${ATTACH_EVIDENCE_LABEL}: ${title}`}
          size="small"
          onPress={() => attach({ kind: 'config_change', changeId: id, configId, name: title })}
        />
      )}
    </li>
  );
}
