import { Box } from 'lucide-react';
import type { ReactElement } from 'react';
import type { IncidentDetail } from '#sync/read/types.ts';
import { Ago } from '#src/ui/ago.tsx';
import { AvatarStack } from '#src/ui/avatar-stack.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { SeverityBars } from '#src/ui/severity-bars.tsx';
import { SyncMark } from '#src/ui/sync-mark.tsx';
import { Freshness } from './freshness.tsx';
import { IncidentStatus, IncidentType } from './incident-marks.tsx';
import { SEVERITY_FALLBACK } from './incident-words.ts';
import { changesOfTree, changeState, changeWords, syncStateOf } from './marks.ts';

/** State, since when and who, in one eye movement. */
export function IncidentHeader({
  incident,
  asOf,
}: {
  incident: IncidentDetail;
  asOf: string | null;
}): ReactElement {
  const { number, title, status, severity, type, createdAt, commander, responders, components } = incident;
  const changes = changesOfTree(incident.tree);
  const words = changeWords(changes);
  const state = changeState(changes) ?? syncStateOf(incident.marks);
  return (
    <PageHeader
      actions={<Freshness asOf={asOf} />}
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
      title={title === '' ? '(no title)' : title}
    >
      {components.length > 0 && (
        <ul aria-label="Components" className="flex flex-wrap gap-1.5">
          {components.map((component) => (
            <li className="min-w-0" key={component.id}>
              <Badge icon={Box}>{component.name}</Badge>
            </li>
          ))}
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
