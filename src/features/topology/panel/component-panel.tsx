import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { TopologyParts } from '#sync/protocol/topology.ts';
import { shownName } from '#src/lib/shown-name.ts';
import { mediaQueryHook } from '#src/platform/actions/media-query.ts';
import { useTopologyCards } from '#src/platform/replica/use-topology.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { late } from '#src/ui/late.tsx';
import { ComponentMenu } from '../menu/component-menu.tsx';
import { panelShown } from './panel-memory.ts';
import { PanelSections } from './panel-sections.tsx';

interface ComponentPanelProps {
  componentId: string;
  parts: TopologyParts;
}

/** Below this there is no room beside the cards: the panel lies over them, and a button opens it (ux 4.3). */
const useIsBeside = mediaQueryHook('(min-width: 1100px)');

const PanelDialog = late(async () => (await import('./panel-dialog.tsx')).PanelDialog);

/** What is known of the opened component, beside the dashboard (spec 2: "A right panel has collapsible sections"). */
export function ComponentPanel(props: ComponentPanelProps): ReactElement | null {
  return useIsBeside() ? <PanelBeside {...props} /> : null;
}

/** Opens the panel where it does not stand beside the cards. */
export function ComponentPanelButton(props: ComponentPanelProps): ReactElement | null {
  return useIsBeside() ? null : <PanelOver {...props} />;
}

function PanelBeside({ componentId, parts }: ComponentPanelProps): ReactElement {
  const card = useTopologyCards([componentId], true).value?.[0];
  const isShown = panelShown.useIsOn();
  return (
    <aside
      aria-label="Component"
      className={cx('flex shrink-0 flex-col border-s border-line bg-page', isShown ? 'w-[336px]' : 'w-11')}
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
          onPress={() => panelShown.set(!isShown)}
        />
      </header>
      {isShown && (
        <div className="scroll-line @container/panel min-h-0 flex-1 overflow-y-auto px-4 pb-4">
          {card === null && <p className="text-table text-muted">Not on this device any more</p>}
          {card && <PanelSections card={card} parts={parts} />}
        </div>
      )}
    </aside>
  );
}

function PanelOver(props: ComponentPanelProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={PanelRightOpen} onPress={() => setOpen(true)}>
        Details
      </Button>
      {isOpen && <PanelDialog {...props} onOpenChange={setOpen} />}
    </>
  );
}
