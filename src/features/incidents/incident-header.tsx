import { Box, Pencil } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { IncidentDetail } from '#sync/read/types.ts';
import { shownTitle } from '#src/lib/shown-name.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { AvatarStack } from '#src/ui/marks/avatar-stack.tsx';
import { Badge } from '#src/ui/marks/badge.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { PageHeading } from '#src/ui/layout/page-header.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { incidentPath } from './commands.ts';
import { IncidentStatus, IncidentType } from './incident-marks.tsx';
import { SEVERITY_FALLBACK } from './incident-labels.ts';
import { changesOfTree, changeState, changeWords, fieldSyncState } from './marks.ts';
import { syncStateOf } from '#src/views/sync-marks.ts';
import { fieldMarkText } from './field-labels.ts';
import { useWriteReason } from './permissions.ts';
import { TitleEditor, type ClosedBy } from './tree/hypothesis-title.tsx';

/** The title, and the editor in its place. */
export function IncidentHeading({ incident }: { incident: IncidentDetail }): ReactElement {
  const { id, title, ops } = incident;
  const sync = useSync();
  const editReason = useWriteReason('incident', 'incidents');
  const [editing, setEditing] = useState<'no' | 'yes' | ClosedBy>('no');
  const heading = shownTitle(title);
  const titleState = fieldSyncState(ops, 'title');
  const saveTitle = async (next: string, before: string): Promise<void> => {
    const [set, opened] = [{ title: next }, { title: before }];
    const change = { kind: 'row.update', table: 'incidents', rowId: id, set, opened } as const;
    await sync.submit(change, incidentPath(id));
  };
  if (editing === 'yes')
    return (
      <div className="flex items-start gap-1.5">
        <PageHeading>
          <span className="sr-only">{heading}</span>
        </PageHeading>
        <TitleEditor label="Incident title" title={title} onClose={setEditing} onSave={saveTitle} />
      </div>
    );
  return (
    <div className="flex items-start gap-1.5">
      <PageHeading>{heading}</PageHeading>
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
    </div>
  );
}

/** State, since when and who, in one eye movement. */
export function IncidentFacts({ incident }: { incident: IncidentDetail }): ReactElement {
  const { number, status, severity, type, createdAt, commander, responders, tree, marks } = incident;
  const changes = changesOfTree(tree);
  const words = changeWords(changes);
  const state = changeState(changes) ?? syncStateOf(marks);
  return (
    <>
      <span className="font-mono tabular">{number ?? 'new'}</span>
      <IncidentStatus status={status} />
      <SeverityBars isNotSet={severity === ''} severity={severity === '' ? SEVERITY_FALLBACK : severity} />
      <IncidentType type={type} />
      <Ago at={createdAt} label="Created" suffix="old" />
      {commander !== null && <span>Commander {commander.name}</span>}
      <AvatarStack label="Responders" people={responders} />
      {state !== undefined && <SyncMark state={state} {...(words === null ? {} : { text: words })} />}
    </>
  );
}

/** What it concerns, in words. */
export function IncidentScope({ incident }: { incident: IncidentDetail }): ReactElement {
  const { components, description } = incident;
  return (
    <>
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
      {description !== '' && (
        <p className="max-w-[80ch] text-body whitespace-pre-line text-muted wrap-any">{description}</p>
      )}
    </>
  );
}
