import type { ReactElement, ReactNode } from 'react';
import { commandIncidentTypes, commandSeverities } from '#sync/protocol/tables/incident.ts';
import type { PersonRef } from '#sync/read/types.ts';
import { instantMs } from '#src/lib/age.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Avatar } from '#src/ui/marks/avatar.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { IncidentStatus, IncidentType } from '../incident-marks.tsx';
import { severityOption, severityOptions, typeOption, typeOptions } from '../incident-options.tsx';
import { SEVERITY_FALLBACK, titleOf } from '../incident-labels.ts';
import { fieldSyncState } from '../marks.ts';
import { DelayedSelect } from './delayed-select.tsx';
import { fieldMarkText } from '../field-labels.ts';
import { IncidentSteps } from './incident-steps.tsx';
import { usePanel } from './panel-context.tsx';
import { StatusField } from './status-field.tsx';

/** Facts of the incident; status, severity and type can be changed where the role allows it. */
export function DetailsSection({ responders }: { responders: ReactNode }): ReactElement {
  const { incident, editReason } = usePanel();
  const { commander, communicator, createdBy, createdAt, updatedAt } = incident;
  const canEdit = editReason === undefined;
  const facts = [
    { id: 'status', label: 'Status', value: <Field name="status">{statusValue(canEdit)}</Field> },
    { id: 'severity', label: 'Severity', value: <Field name="severity">{severityValue(canEdit)}</Field> },
    { id: 'type', label: 'Type', value: <Field name="type">{typeValue(canEdit)}</Field> },
    { id: 'commander', label: 'Commander', value: <PersonOrNone person={commander} /> },
    { id: 'communicator', label: 'Communicator', value: <PersonOrNone person={communicator} /> },
    {
      id: 'created',
      label: 'Created',
      value: (
        <span>
          <FullTime at={createdAt} />
          <span className="text-muted"> by {createdBy.name}</span>
        </span>
      ),
    },
    { id: 'updated', label: 'Updated', value: <FullTime at={updatedAt} /> },
    { id: 'age', label: 'Age', value: <Ago at={createdAt} label="Created" suffix="old" /> },
  ].filter(({ id }) => id !== 'communicator' || communicator !== null);
  return (
    <div className="flex flex-col gap-5 pt-1">
      {!canEdit && <p className="text-table text-muted">{editReason}</p>}
      <div className="grid items-start gap-x-10 gap-y-5 @min-[640px]/panel:grid-cols-2">
        <KeyValueList items={facts} />
        <div className="flex min-w-0 flex-col gap-5">
          <IncidentSteps incident={incident} />
          {responders}
        </div>
      </div>
    </div>
  );
}

/** The value with what is not on the server of it beside it. */
function Field({ name, children }: { name: string; children: ReactNode }): ReactElement {
  const { incident } = usePanel();
  const state = fieldSyncState(incident.ops, name);
  return (
    <span className="flex min-w-0 items-center gap-2 py-0.5">
      <span className="min-w-0 flex-1">{children}</span>
      {state !== undefined && <SyncMark isCompact state={state} text={fieldMarkText(titleOf(name), state)} />}
    </span>
  );
}

function statusValue(canEdit: boolean): ReactElement {
  return canEdit ? <StatusField /> : <PlainStatus />;
}

function severityValue(canEdit: boolean): ReactElement {
  return canEdit ? <SeverityField /> : <PlainSeverity />;
}

function typeValue(canEdit: boolean): ReactElement {
  return canEdit ? <TypeField /> : <PlainType />;
}

function PlainStatus(): ReactElement {
  return <IncidentStatus status={usePanel().incident.status} />;
}

function SeverityField(): ReactElement {
  const { incident, commands } = usePanel();
  return (
    <DelayedSelect
      label="Severity"
      optionOf={severityOption}
      options={severityOptions}
      placeholder={`${titleOf(SEVERITY_FALLBACK)} (not set)`}
      value={incident.severity === '' ? null : incident.severity}
      onSave={async (id) => {
        const severity = commandSeverities.find((known) => known === id);
        if (severity !== undefined) await commands.setFields({ severity });
      }}
    />
  );
}

function PlainSeverity(): ReactElement {
  const { severity } = usePanel().incident;
  const isSet = severity !== '';
  return (
    <span className="flex items-center gap-1.5">
      <SeverityBars isNotSet={!isSet} severity={isSet ? severity : SEVERITY_FALLBACK} />
      {!isSet && (
        <span aria-hidden className="text-muted">
          not set
        </span>
      )}
    </span>
  );
}

function TypeField(): ReactElement {
  const { incident, commands } = usePanel();
  return (
    <DelayedSelect
      label="Type"
      optionOf={typeOption}
      options={typeOptions}
      placeholder="Not set"
      value={incident.type === '' ? null : incident.type}
      onSave={async (id) => {
        const next = commandIncidentTypes.find((known) => known === id);
        if (next !== undefined) await commands.setFields({ type: next });
      }}
    />
  );
}

function PlainType(): ReactElement {
  return <IncidentType type={usePanel().incident.type} />;
}

const FULL_TIME = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
});

/** The date in full: the header and the age say how long ago. */
function FullTime({ at }: { at: string }): ReactElement {
  const ms = instantMs(at);
  if (ms === undefined) return <span className="text-muted">Not set</span>;
  return <time dateTime={at}>{FULL_TIME.format(ms)}</time>;
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
