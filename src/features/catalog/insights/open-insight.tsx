import { lazy, Suspense, type ComponentType, type ReactElement } from 'react';
import type { RowList } from '#src/ui/table/data-table.tsx';
import type { Line } from '#src/views/list/row-source.ts';
import { useIndexNeighbours } from '#src/views/list/use-index-neighbours.ts';
import { usePlace } from '#src/views/list/use-place.ts';
import type { InsightDialogProps } from './dialog/insight-dialog.tsx';
import { askedOf } from './insight-query.ts';
import type { Insight } from './insight-row.ts';
import type { InsightView } from './insight-search.ts';
import { useItemScope } from './use-item-scope.ts';

interface ListedInsights {
  /** Of any list of insights. */
  address: {
    readonly view: InsightView;
    readonly change: (part: { insightId: string | undefined }, options: { replace: boolean }) => void;
  };
  lines: RowList<Line<Insight>>;
}

interface OpenInsightProps extends ListedInsights {
  onBack: () => void;
}

/** The dialog of an insight over the list it was opened from. */
export function OpenInsight({ onBack, ...listed }: OpenInsightProps): ReactElement | null {
  const { view, change } = listed.address;
  const { insightId } = view;
  const handleClose = usePlace(insightId, onBack, () => change({ insightId: undefined }, { replace: true }));
  if (insightId === undefined) return null;
  return <Opened {...listed} insightId={insightId} onClose={handleClose} />;
}

interface OpenedProps extends ListedInsights {
  insightId: string;
  onClose: () => void;
}

function Opened({ address, lines, insightId, onClose }: OpenedProps): ReactElement {
  const { view, change } = address;
  const { among = [] } = useItemScope(view);
  const { previous, next } = useIndexNeighbours({
    tbl: 'config_analysis',
    asked: askedOf(view, among),
    id: insightId,
    place: lines.findIndex((line) => line.kind === 'row' && line.row?.id === insightId),
  });
  // One step of Back leads to the list, however many insights were looked at.
  const show = (id: string): void => change({ insightId: id }, { replace: true });
  return (
    <Suspense fallback={null}>
      <InsightDialog
        insightId={insightId}
        onClose={onClose}
        onNext={next === undefined ? undefined : () => show(next)}
        onPrevious={previous === undefined ? undefined : () => show(previous)}
      />
    </Suspense>
  );
}

export const loadInsightDialog = async (): Promise<{ default: ComponentType<InsightDialogProps> }> => {
  const { InsightDialog: component } = await import('./dialog/insight-dialog.tsx');
  return { default: component };
};
const InsightDialog = lazy(loadInsightDialog);
