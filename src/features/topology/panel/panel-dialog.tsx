import type { ReactElement } from 'react';
import type { TopologyParts } from '#sync/protocol/topology.ts';
import { shownName } from '#src/lib/shown-name.ts';
import { useTopologyCards } from '#src/platform/replica/use-topology.ts';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { DialogFace, DialogFrame } from '#src/ui/overlays/dialog.tsx';
import { ComponentMenu } from '../menu/component-menu.tsx';
import { PanelSections } from './panel-sections.tsx';

interface PanelDialogProps {
  componentId: string;
  parts: TopologyParts;
  onOpenChange: (isOpen: boolean) => void;
}

/** The panel of a component where there is no room beside the cards. */
export function PanelDialog({ componentId, parts, onOpenChange }: PanelDialogProps): ReactElement {
  const card = useTopologyCards([componentId], true).value?.[0];
  const name = card ? shownName(card.name) : 'Component';
  return (
    <DialogFrame isDismissable isOpen size="side" onOpenChange={onOpenChange}>
      <DialogFace
        headerActions={
          card && (
            <span className="flex items-center gap-2">
              <HealthMark isWordHidden health={card.status} />
              <ComponentMenu componentId={card.id} name={name} />
            </span>
          )
        }
        title={name}
        onOpenChange={onOpenChange}
      >
        <div className="@container/panel">
          {card === null && <p className="text-table text-muted">Not on this device any more</p>}
          {card && <PanelSections card={card} parts={parts} />}
        </div>
      </DialogFace>
    </DialogFrame>
  );
}
