import type { ReactElement, ReactNode } from 'react';
import type { IncidentDetail, PersonRef } from '#sync/read/types.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import { KeyValueList } from '#src/ui/key-value-list.tsx';
import { SeverityBars } from '#src/ui/severity-bars.tsx';
import { IncidentSteps } from './incident-steps.tsx';
import { IncidentStatus, IncidentType } from './incident-marks.tsx';
import { SEVERITY_FALLBACK } from './incident-words.ts';

/** Read-only facts of the incident: the Details section. */
export function IncidentFacts({ incident }: { incident: IncidentDetail }): ReactElement {
  const { status, severity, type, commander, communicator, createdBy, createdAt, updatedAt, responders } =
    incident;
  const isSeveritySet = severity !== '';
  return (
    <section aria-labelledby="incident-details" className="flex flex-col gap-5">
      <h2 className="flex min-h-control-small items-center text-section font-semibold" id="incident-details">
        Details
      </h2>
      <div className="grid items-start gap-x-10 gap-y-5 @min-[640px]/facts:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <KeyValueList
          items={[
            { id: 'status', label: 'Status', value: <IncidentStatus status={status} /> },
            {
              id: 'severity',
              label: 'Severity',
              value: (
                <span className="flex items-center gap-1.5">
                  <SeverityBars
                    isNotSet={!isSeveritySet}
                    severity={isSeveritySet ? severity : SEVERITY_FALLBACK}
                  />
                  {!isSeveritySet && (
                    <span aria-hidden className="text-muted">
                      not set
                    </span>
                  )}
                </span>
              ),
            },
            { id: 'type', label: 'Type', value: <IncidentType type={type} /> },
            { id: 'commander', label: 'Commander', value: <PersonOrNone person={commander} /> },
            ...(communicator === null
              ? []
              : [
                  {
                    id: 'communicator',
                    label: 'Communicator',
                    value: <PersonOrNone person={communicator} />,
                  },
                ]),
            { id: 'created', label: 'Created', value: <When at={createdAt}>by {createdBy.name}</When> },
            { id: 'updated', label: 'Updated', value: <When at={updatedAt} /> },
          ]}
        />
        <IncidentSteps incident={incident} />
        <div>
          <h3 className="mb-1.5 text-table text-muted">Responders</h3>
          {responders.length === 0 ? (
            <p className="text-table text-muted">None yet</p>
          ) : (
            <ul className="flex flex-col gap-1.5">
              {responders.map((person) => (
                <li className="min-w-0" key={person.id}>
                  <PersonOrNone person={person} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  );
}

function PersonOrNone({ person }: { person: PersonRef | null }): ReactElement {
  if (person === null) return <span className="text-muted">Not set</span>;
  return (
    <span className="flex min-w-0 items-center gap-2 text-table">
      <Avatar isDecorative id={person.id} name={person.name} size="small" />
      <span className="truncate">{person.name}</span>
    </span>
  );
}

function When({ at, children }: { at: string; children?: ReactNode }): ReactElement {
  return (
    <span>
      <Ago at={at} />
      {children !== undefined && <span className="text-muted"> {children}</span>}
    </span>
  );
}
