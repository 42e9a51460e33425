import { CircleSlash, CloudOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import type { TimeRangeOption } from '#src/lib/time-range-options.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ErrorPanel } from '#src/ui/error-panel.tsx';
import { Tabs, type TabItem } from '#src/ui/tabs.tsx';
import { StaleBar } from '#src/views/view-notices.tsx';
import { isRowStale } from '../health-words.ts';
import { useMoment, useRoundMinute } from '../queries.ts';
import type { CheckView } from './check-dialog.tsx';
import type { CheckWindow } from './check-window.ts';
import { GraphPanel } from './graph/graph-panel.tsx';
import { useGraph } from './graph/use-graph.ts';
import { HistoryTab } from './history/history-tab.tsx';
import { Metrics } from './metrics.tsx';
import { RelationshipsTab } from './relationships-tab.tsx';
import { PreparedRun } from './run-now/prepared-run.tsx';
import type { RunNow } from './run-now/use-run-now.ts';
import type { CheckRead } from './use-check.ts';
import { useIsTall } from './use-is-tall.ts';

// The writer of YAML weighs as much as the rest of the dialog.
const SpecTab = lazy(async () => {
  const { SpecTab: component } = await import('./spec-tab.tsx');
  return { default: component };
});

interface CheckBodyProps {
  check: CheckRead;
  window: CheckWindow;
  range: TimeRangeOption;
  onRange: (range: TimeRangeOption) => void;
  runNow: RunNow;
  turn: number;
  view: CheckView;
  onView: (view: CheckView) => void;
  onRetry: () => void;
}

/** Room the rest of the dialog takes around a plot in its tab. */
const AROUND_PLOT_PX = 370;
const INLINE_PLOT_PX = 220;

export function CheckBody(props: CheckBodyProps): ReactElement {
  const { check, runNow, onRetry } = props;
  switch (check.state) {
    case 'failed':
      return <ErrorPanel details={check.error?.stack} message={check.error?.message} onRetry={onRetry} />;
    case 'missing':
      return (
        <EmptyState icon={CircleSlash} title="Check not found">
          The server has no check with this id any more.
        </EmptyState>
      );
    case 'not-here':
      return (
        <EmptyState icon={CloudOff} title="Not on this device yet">
          This check has not been downloaded to this device. It comes by itself as soon as the server can be
          reached.
        </EmptyState>
      );
    case 'loading':
    case 'found':
      return (
        <div className="@container flex h-full min-h-[38rem] flex-col gap-3 [--surface-page:var(--surface-overlay)]">
          <StaleBar />
          {runNow.isOffered && <PreparedRun runNow={runNow} />}
          <FoundCheck {...props} />
        </div>
      );
  }
}

function FoundCheck(props: CheckBodyProps): ReactElement {
  const { check, window, range, onRange, onRetry, turn, view, onView } = props;
  const moment = useMoment(useRoundMinute());
  const isTall = useIsTall();
  const height = usePlotHeight();
  const graph = useGraph(window, turn);
  const history: TabItem = {
    id: 'history',
    label: 'History',
    content: (
      <HistoryTab view={view.history} window={window} onView={(next) => onView({ ...view, history: next })} />
    ),
  };
  const plot: TabItem = {
    id: 'graph',
    label: 'Graph',
    content: <GraphPanel height={height} read={graph} window={window} />,
  };
  const items: readonly TabItem[] = [
    history,
    // On a tall screen the graph stands above; turned back, its tab is the chosen one again.
    ...(isTall ? [] : [plot]),
    {
      id: 'spec',
      label: 'Spec',
      content: (
        <Suspense fallback={null}>
          <SpecTab checkId={window.checkId} turn={turn} />
        </Suspense>
      ),
    },
    { id: 'relationships', label: 'Relationships', content: <RelationshipsTab read={check.detailRead} /> },
  ];
  return (
    <>
      <Metrics
        detail={check.detail}
        graph={graph}
        isStale={check.row !== null && isRowStale(check.row, moment)}
        range={range}
        row={check.row}
        onRange={onRange}
        onRefresh={onRetry}
      />
      {isTall && (
        <div className="shrink-0 border-t border-line pt-3">
          <GraphPanel height={INLINE_PLOT_PX} read={graph} window={window} />
        </div>
      )}
      <Tabs
        className="min-h-0 flex-1"
        items={items}
        label="Views of the check"
        value={items.some(({ id }) => id === view.tab) ? view.tab : 'history'}
        onChange={(tab) => onView({ ...view, tab })}
      />
    </>
  );
}

/** Height a plot has in its tab: what the window leaves it, within reason. */
function usePlotHeight(): number {
  const [inner, setInner] = useState(() => globalThis.innerHeight);
  useEffect(() => {
    const measure = (): void => setInner(globalThis.innerHeight);
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  return Math.max(240, Math.min(600, inner - AROUND_PLOT_PX));
}
