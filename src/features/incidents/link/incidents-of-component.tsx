import type { ReactElement } from 'react';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { incidentSearch } from '../list/incident-search.ts';
import { IncidentsOf } from './incidents-of.tsx';

/** The incidents of a component: for its panel. */
export function IncidentsOfComponent({ id }: { id: string }): ReactElement {
  return (
    <div className="flex flex-col gap-1">
      <IncidentsOf heading="none" id={id} of="component" />
      <TextLink
        className="inline-flex min-h-target items-center self-start"
        href={incidentSearch.href({ component: id })}
      >
        All its incidents
      </TextLink>
    </div>
  );
}
