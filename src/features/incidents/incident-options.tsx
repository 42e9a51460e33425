import type { ReactElement } from 'react';
import type { Option } from '#src/ui/forms/select.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { IncidentStatusGlyph, IncidentTypeGlyph } from './incident-marks.tsx';
import { incidentSeverities, incidentTypes, titleOf } from './incident-labels.ts';

function SeverityGlyph({ severity }: { severity: string }): ReactElement {
  return (
    // The word stands beside it.
    <span aria-hidden className="inline-flex">
      <SeverityBars isWordHidden severity={severity} />
    </span>
  );
}

/** A severity as a choice, also one that a form does not offer. */
export function severityOption(severity: string): Option {
  return {
    id: severity,
    label: titleOf(severity),
    glyph: <SeverityGlyph severity={severity} />,
  };
}

/** What the fields of an incident may be, as its forms offer it. */
export const severityOptions: readonly Option[] = incidentSeverities.map(severityOption);
/** The same of a type. */
export function typeOption(type: string): Option {
  return { id: type, label: titleOf(type), glyph: <IncidentTypeGlyph type={type} /> };
}
export const typeOptions: readonly Option[] = incidentTypes.map(typeOption);
/** The mark of a choice, for fields that are told by their name. */
export function optionGlyph(field: string, id: string): ReactElement | undefined {
  switch (field) {
    case 'severity':
      return <SeverityGlyph severity={id} />;
    case 'type':
      return <IncidentTypeGlyph type={id} />;
    case 'status':
      return <IncidentStatusGlyph status={id} />;
    default:
      return undefined;
  }
}
