import type { ReactElement } from 'react';
import { shownTitle } from '#src/lib/shown-name.ts';
import { Select, type Option } from '#src/ui/forms/select.tsx';
import { IncidentStatusGlyph } from '../incident-marks.tsx';
import { linkedSeverityOptions, typeOptions } from '../incident-options.tsx';
import { titleOf } from '../incident-labels.ts';
import { CreatableCombobox } from './creatable-combobox.tsx';
import type { LinkErrors } from './link-form.ts';
import type { LinkFormState } from './use-link-form.ts';

interface FieldProps {
  form: LinkFormState;
  error: string | undefined;
}

export function IncidentField({ form, error }: FieldProps): ReactElement {
  const { incidents } = form;
  const rows = incidents.value?.data.rows ?? [];
  const options = rows.map((row): Option => ({
    id: row.id,
    label: shownTitle(row.title),
    description: `${row.number ?? 'new'} · ${titleOf(row.status)}`,
    glyph: <IncidentStatusGlyph status={row.status} />,
  }));
  return (
    <CreatableCombobox
      error={error}
      help={listWords('Incidents', incidents)}
      isRequired
      label="Incident"
      noun="incident"
      options={options}
      value={form.value.incident}
      onChange={(incident) => form.change({ incident })}
    />
  );
}

export function HypothesisField({ form, error }: FieldProps): ReactElement {
  const options = form.hypotheses.map((node): Option => ({
    id: node.id,
    label: shownTitle(node.title),
    description: titleOf(node.type),
  }));
  return (
    <CreatableCombobox
      error={error}
      help={
        form.lookup.status === 'failed'
          ? `Hypotheses cannot be read: ${form.lookup.error.message}`
          : undefined
      }
      isRequired
      label="Hypothesis"
      noun="hypothesis"
      options={options}
      value={form.value.hypothesis}
      onChange={(hypothesis) => form.change({ hypothesis })}
    />
  );
}

export function NewIncidentFields({
  form,
  errors,
}: {
  form: LinkFormState;
  errors: LinkErrors;
}): ReactElement {
  return (
    <div className="grid gap-4 min-[560px]:grid-cols-2">
      <Select
        error={errors.severity}
        isRequired
        label="Severity"
        options={linkedSeverityOptions}
        value={form.value.severity}
        onChange={(severity) => form.change({ severity })}
      />
      <Select
        error={errors.type}
        isRequired
        label="Type"
        options={typeOptions}
        value={form.value.type}
        onChange={(type) => form.change({ type })}
      />
    </div>
  );
}

/** Why the list may not be all there is; undefined when it is. */
function listWords(what: string, live: LinkFormState['incidents']): string | undefined {
  if (live.status === 'failed') return `${what} cannot be read: ${live.error.message}`;
  switch (live.value?.state) {
    case 'never':
      return `${what} are not on this device yet; a new one can be created`;
    case 'partial':
      return `Not all ${what.toLowerCase()} are on this device`;
    case 'forbidden':
    case 'skew':
      return `${what} cannot be read now; a new one can be created`;
    case 'complete':
    case undefined:
      return undefined;
  }
}
