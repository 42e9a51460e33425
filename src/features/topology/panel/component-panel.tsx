import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { useRef, useState, type FunctionComponent, type ReactElement } from 'react';
import { useKeyboard } from 'react-aria/useKeyboard';
import type { TopologyCard } from '#sync/protocol/topology.ts';
import { shownName } from '#src/lib/shown-name.ts';
import { mediaQueryHook } from '#src/platform/actions/media-query.ts';
import { useTopologyCards } from '#src/platform/replica/use-topology.ts';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { ComponentMenu } from '../menu/component-menu.tsx';
import { CatalogSection } from './catalog-section.tsx';
import { useComponentParts } from './component-parts.ts';
import { DetailsSection } from './details-section.tsx';
import { panelShown, setSectionOpen, useOpenSections } from './panel-memory.ts';
import { TeamsSection } from './teams-section.tsx';

interface ComponentPanelProps {
  componentId: string;
}

interface PanelSection {
  readonly id: string;
  readonly title: string;
  readonly Body: FunctionComponent<{ id: string; card: TopologyCard }>;
}

/** Below this there is no room beside the cards: the panel lies over them (ux 4.3). */
const useIsBeside = mediaQueryHook('(min-width: 1100px)');

/** What is known of the opened component, beside the dashboard (spec 2: "A right panel has collapsible sections"). */
export function ComponentPanel({ componentId }: ComponentPanelProps): ReactElement | null {
  const { value } = useTopologyCards([componentId], true);
  const isBeside = useIsBeside();
  const isKeptShown = panelShown.useIsOn();
  const [isOver, setOver] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const { keyboardProps } = useKeyboard({
    onKeyDown: (event) => {
      if (event.key !== 'Escape' || !isOver || isBeside) return event.continuePropagation();
      setOver(false);
      toggle.current?.focus();
    },
  });
  const card = value?.[0];
  const isShown = isBeside ? isKeptShown : isOver;
  const show = (next: boolean): void => (isBeside ? panelShown.set(next) : setOver(next));
  return (
    <aside
      aria-label="Component"
      className={cx(
        'relative flex shrink-0 flex-col border-s border-line bg-page',
        isShown && isBeside ? 'w-[336px]' : 'w-11',
      )}
      {...keyboardProps}
    >
      <div
        className={cx(
          'flex min-h-0 flex-1 flex-col',
          isShown &&
            !isBeside &&
            'absolute inset-y-0 end-0 z-20 w-[min(336px,90vw)] border-s border-line bg-page shadow-overlay',
        )}
      >
        <header className={cx('flex items-center gap-2 pt-1.5', isShown && 'ps-4 pe-1')}>
          {isShown && (
            <>
              <h2 className="min-w-0 flex-1 truncate text-table font-semibold">
                {card ? shownName(card.name) : 'Component'}
              </h2>
              {card && <HealthMark isWordHidden health={card.status} />}
              {card && <ComponentMenu componentId={card.id} name={card.name} />}
            </>
          )}
          {/* One button, so that the focus stays on it. */}
          <IconButton
            aria-expanded={isShown}
            icon={isShown ? PanelRightClose : PanelRightOpen}
            label={isShown ? 'Collapse the panel' : 'Expand the panel'}
            ref={toggle}
            onPress={() => show(!isShown)}
          />
        </header>
        {isShown && (
          <div className="scroll-line @container/panel min-h-0 flex-1 overflow-y-auto px-4 pb-4">
            {card === null && <p className="text-table text-muted">Not on this device any more</p>}
            {card && <Sections card={card} />}
          </div>
        )}
      </div>
    </aside>
  );
}

function Sections({ card }: { card: TopologyCard }): ReactElement {
  const open = useOpenSections();
  return (
    <div className="flex flex-col divide-y divide-line">
      {useSections().map(({ id, title, Body }) => (
        <Disclosure
          headingLevel={3}
          isExpanded={open.includes(id)}
          key={id}
          title={title}
          onExpandedChange={(isOpen) => setSectionOpen(id, isOpen)}
        >
          {/* Only what is open is read. */}
          {open.includes(id) && <Body card={card} id={card.id} />}
        </Disclosure>
      ))}
    </div>
  );
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
      ? [{ id: 'incidents', title: 'Incidents', Body: parts.Incidents }]
      : []),
    ...(parts === null
      ? []
      : [
          { id: 'changes', title: 'Changes', Body: parts.Changes },
          { id: 'checks', title: 'Checks', Body: parts.Checks },
          { id: 'playbooks', title: 'Playbooks', Body: parts.Playbooks },
        ]),
    { id: 'teams', title: 'Teams', Body: TeamsSection },
    ...(parts === null ? [] : [{ id: 'insights', title: 'Insights', Body: parts.Insights }]),
  ];
}
