import type { ReactElement } from 'react';
import { shownTitle } from '#src/lib/shown-name.ts';
import type { Option } from '#src/ui/forms/select.tsx';
import { textAt } from '#src/views/form/form-values.ts';
import type { KitForm } from '#src/views/form/use-kit-form.ts';
import { IncidentStatusGlyph } from '../incident-marks.tsx';
import { titleOf } from '../incident-labels.ts';
import { CreatableCombobox } from './creatable-combobox.tsx';
import { choiceOf, choiceText } from './link-form.ts';
import type { LinkLists } from './link-lists.ts';

interface FieldProps {
  form: KitForm;
  lists: LinkLists;
}

export function IncidentField({ form, lists }: FieldProps): ReactElement {
  const { incidents } = lists;
  const rows = incidents.value?.data.rows ?? [];
  const options = rows.map((row): Option => ({
    id: row.id,
    label: shownTitle(row.title),
    description: `${row.number ?? 'new'} · ${titleOf(row.status)}`,
    glyph: <IncidentStatusGlyph status={row.status} />,
  }));
  return (
    <CreatableCombobox
      error={form.problems.get('incident')}
      help={listWords('Incidents', incidents)}
      isRequired
      label="Incident"
      noun="incident"
      options={options}
      value={choiceOf(textAt(form.values, 'incident')) ?? null}
      // The hypotheses of another incident are others.
      onChange={(incident) => form.set({ incident: choiceText(incident), hypothesis: undefined })}
    />
  );
}

export function HypothesisField({ form, lists }: FieldProps): ReactElement {
  const { hypotheses, lookup } = lists;
  const options = hypotheses.map((node): Option => ({
    id: node.id,
    label: shownTitle(node.title),
    description: titleOf(node.type),
  }));
  return (
    <CreatableCombobox
      error={form.problems.get('hypothesis')}
      help={lookup.status === 'failed' ? `Hypotheses cannot be read: ${lookup.error.message}` : undefined}
      isRequired
      // Another incident has other hypotheses: nothing typed is carried over.
      key={textAt(form.values, 'incident')}
      label="Hypothesis"
      noun="hypothesis"
      options={options}
      value={choiceOf(textAt(form.values, 'hypothesis')) ?? null}
      onChange={(hypothesis) => form.set({ hypothesis: choiceText(hypothesis) })}
    />
  );
}

/** Why the list may not be all there is; undefined when it is. */
function listWords(what: string, live: LinkLists['incidents']): string | undefined {
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
