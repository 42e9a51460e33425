import type { FunctionComponent, ReactElement } from 'react';
import type { TopologyCard, TopologyPart, TopologyParts } from '#sync/protocol/topology.ts';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import { countsSince } from '../card/counts-since.ts';
import { CatalogSection } from './catalog-section.tsx';
import { useComponentParts } from './component-parts.ts';
import { DetailsSection } from './details-section.tsx';
import { setSectionOpen, useOpenSections } from './panel-memory.ts';
import { TeamsSection } from './teams-section.tsx';

interface SectionsProps {
  card: TopologyCard;
  parts: TopologyParts;
}

interface PanelSection {
  readonly id: string;
  readonly title: string;
  readonly Body: FunctionComponent<{ id: string; card: TopologyCard }>;
  /** Why the card may count more than is listed; empty where it does not. */
  readonly noteOf?: (props: SectionsProps) => string;
}

/** What is known of a component, in sections that are opened and closed (spec 2). */
export function PanelSections({ card, parts }: SectionsProps): ReactElement {
  const open = useOpenSections();
  return (
    <div className="flex flex-col divide-y divide-line">
      {useSections().map(({ id, title, Body, noteOf }) => {
        const note = noteOf?.({ card, parts }) ?? '';
        return (
          <Disclosure
            headingLevel={3}
            isExpanded={open.includes(id)}
            key={id}
            title={title}
            onExpandedChange={(isOpen) => setSectionOpen(id, isOpen)}
          >
            {/* Only what is open is read. */}
            {open.includes(id) && (
              <>
                <Body card={card} id={card.id} />
                {note !== '' && <p className="pt-1 text-caption text-muted">{note}</p>}
              </>
            )}
          </Disclosure>
        );
      })}
    </div>
  );
}

/** The list has only its own, and its card counts what is below it, too. */
function belowWords(count: number, { state }: TopologyPart): string {
  if (count === 0 || (state !== 'complete' && state !== 'partial')) return '';
  const many = `${count.toLocaleString()}${state === 'partial' ? ' or more' : ''}`;
  return `Only its own are listed: ${many} below it ${count === 1 && state === 'complete' ? 'is' : 'are'} counted on its card, too.`;
}

function incidentsNote({ card, parts }: SectionsProps): string {
  return belowWords(card.below.incidents, parts.incidents);
}

function insightsNote({ card, parts }: SectionsProps): string {
  const below = belowWords(card.below.insights, parts.insights);
  return card.summary.insights.size === 0 ? '' : [below, countsSince(parts.insights)].join(' ').trim();
}

/** Spec 2: "Incidents panel is hidden when the incidents feature is disabled". */
function useSections(): readonly PanelSection[] {
  const parts = useComponentParts();
  const { isEnabled, can } = useAccess();
  const hasIncidents = isEnabled('incidents') && can('read', 'incident');
  return [
    { id: 'details', title: 'Details', Body: DetailsSection },
    { id: 'catalog', title: 'Catalog', Body: CatalogSection },
    ...(parts !== null && hasIncidents
      ? [{ id: 'incidents', title: 'Incidents', Body: parts.Incidents, noteOf: incidentsNote }]
      : []),
    ...(parts === null
      ? []
      : [
          { id: 'changes', title: 'Changes', Body: parts.Changes },
          { id: 'checks', title: 'Checks', Body: parts.Checks },
          { id: 'playbooks', title: 'Playbooks', Body: parts.Playbooks },
        ]),
    { id: 'teams', title: 'Teams', Body: TeamsSection },
    ...(parts === null
      ? []
      : [{ id: 'insights', title: 'Insights', Body: parts.Insights, noteOf: insightsNote }]),
  ];
}
