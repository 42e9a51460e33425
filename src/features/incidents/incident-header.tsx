import { Box, Pencil } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { IncidentDetail } from '#sync/read/types.ts';
import { shownTitle } from '#src/lib/shown-name.ts';
import { useSync } from '#src/platform/sync-context.tsx';
import { Ago } from '#src/ui/ago.tsx';
import { AvatarStack } from '#src/ui/avatar-stack.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { Records } from '#src/ui/error-boundary.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { SeverityBars } from '#src/ui/severity-bars.tsx';
import { SyncMark } from '#src/ui/sync-mark.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { incidentPath } from './commands.ts';
import { Freshness } from '#src/views/freshness.tsx';
import { IncidentStatus, IncidentType } from './incident-marks.tsx';
import { SEVERITY_FALLBACK } from './incident-words.ts';
import { KeepOffline } from './review/keep-offline.tsx';
import { changesOfTree, changeState, changeWords, fieldSyncState, syncStateOf } from './marks.ts';
import { fieldMarkText } from './field-words.ts';
import { useWriteReason } from './permissions.ts';
import { useIsStale } from './stale.ts';
import { TitleEditor, type ClosedBy } from './tree/hypothesis-title.tsx';

/** State, since when and who, in one eye movement. */
export function IncidentHeader({
  incident,
  asOf,
}: {
  incident: IncidentDetail;
  asOf: string | null;
}): ReactElement {
  const { number, title, status, severity, type, createdAt, commander, responders, components } = incident;
  const sync = useSync();
  const isStale = useIsStale(asOf);
  const editReason = useWriteReason('incident', 'incidents');
  const [editing, setEditing] = useState<'no' | 'yes' | ClosedBy>('no');
  const isEditing = editing === 'yes';
  const heading = shownTitle(title);
  const titleState = fieldSyncState(incident.ops, 'title');
  const saveTitle = async (next: string): Promise<void> => {
    const command = {
      kind: 'incident.set-fields',
      incidentId: incident.id,
      fields: { title: next },
    } as const;
    await sync.submit(command, incidentPath(incident.id));
  };
  const changes = changesOfTree(incident.tree);
  const words = changeWords(changes);
  const state = changeState(changes) ?? syncStateOf(incident.marks);
  return (
    <PageHeader
      actions={
        <>
          <KeepOffline incidentId={incident.id} />
          <Freshness asOf={asOf} isStale={isStale} />
        </>
      }
      meta={
        <>
          <span className="font-mono tabular">{number ?? 'new'}</span>
          <IncidentStatus status={status} />
          <SeverityBars
            isNotSet={severity === ''}
            severity={severity === '' ? SEVERITY_FALLBACK : severity}
          />
          <IncidentType type={type} />
          <Ago at={createdAt} label="Created" suffix="old" />
          {commander !== null && <span>Commander {commander.name}</span>}
          <AvatarStack label="Responders" people={responders} />
          {state !== undefined && <SyncMark state={state} {...(words === null ? {} : { text: words })} />}
        </>
      }
      isTitleLong
      title={isEditing ? <span className="sr-only">{heading}</span> : heading}
      titleAside={
        isEditing ? (
          <TitleEditor label="Incident title" title={title} onClose={setEditing} onSave={saveTitle} />
        ) : (
          <>
            {titleState !== undefined && (
              <SyncMark
                isCompact
                className="min-h-control-small"
                state={titleState}
                text={fieldMarkText('Title', titleState)}
              />
            )}
            {editReason === undefined && (
              <IconButton
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus was in the editor that stood here
                autoFocus={editing === 'keys'}
                icon={Pencil}
                label="Edit incident title"
                size="small"
                onPress={() => setEditing('yes')}
              />
            )}
          </>
        )
      }
    >
      {components.length > 0 && (
        <ul aria-label="Components" className="flex flex-wrap gap-1.5">
          <Records idOf={({ id }) => id} nameOf={({ name }) => name} of={components}>
            {(component) => (
              <li className="min-w-0">
                <TextLink
                  className="inline-flex min-h-target max-w-full min-w-0 items-center pointer-coarse:min-h-11"
                  href={`/topology/${encodeURIComponent(component.id)}`}
                  tone="quiet"
                >
                  <Badge icon={Box}>{component.name}</Badge>
                </TextLink>
              </li>
            )}
          </Records>
        </ul>
      )}
      {incident.description !== '' && (
        <p className="max-w-[80ch] text-body whitespace-pre-line text-muted wrap-any">
          {incident.description}
        </p>
      )}
    </PageHeader>
  );
}
