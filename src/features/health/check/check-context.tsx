import { createContext, useCallback, useContext, useMemo, type ReactElement, type ReactNode } from 'react';
import type { TimeRangeOption } from '#src/lib/time-range-options.ts';
import type { DetailPartProps } from '#src/views/detail/detail-spec.ts';
import { useServerMoment } from '#src/platform/replica/server-moment.ts';
import { useCheckWindow, type CheckWindow } from './check-window.ts';
import { useGraph, type GraphRead } from './graph/use-graph.ts';
import type { HistoryView } from './history/history-tab.tsx';
import { useRunNow, type RunNow } from './run-now/use-run-now.ts';
import { defaultRange, type CheckRead } from './use-check.ts';

/** What a person has chosen to look at; it stays from one check to the next. */
export interface CheckView {
  readonly history: HistoryView;
  /** Undefined: it follows from the last run. */
  readonly range: TimeRangeOption | undefined;
  readonly onHistory: (history: HistoryView) => void;
  readonly onRange: (range: TimeRangeOption) => void;
}

const ViewContext = createContext<CheckView | null>(null);

export const CheckViewProvider = ViewContext.Provider;

/** What the parts of one check share. */
interface CheckScreen extends CheckView {
  readonly name: string;
  readonly range: TimeRangeOption;
  readonly window: CheckWindow;
  readonly graph: GraphRead;
  readonly runNow: RunNow;
  /** Asks for everything about the check anew. */
  readonly reload: () => void;
}

const ScreenContext = createContext<CheckScreen | null>(null);

export function useCheckScreen(): CheckScreen {
  const screen = useContext(ScreenContext);
  if (screen === null) throw new Error('useCheckScreen is used outside CheckFrame');
  return screen;
}

/** Around the parts of a check: its stretch of time, its graph and its run. */
export function CheckFrame({
  id,
  value: check,
  children,
}: DetailPartProps<CheckRead> & { children: ReactNode }): ReactElement {
  const view = useContext(ViewContext);
  if (view === null) throw new Error('CheckFrame is used outside CheckViewProvider');
  const [openedAtMs] = useServerMoment();
  const range = view.range ?? defaultRange(check.row, openedAtMs);
  const window = useCheckWindow(id, range);
  const graph = useGraph(window, check.turn);
  const name = check.row?.name ?? check.detail?.name ?? 'Check';
  const reload = useCallback(() => {
    window.reload();
    check.again();
  }, [window, check]);
  const runNow = useRunNow({ checkId: id, name, onRan: reload });
  const screen = useMemo(
    () => ({ ...view, name, range, window, graph, runNow, reload }),
    [view, name, range, window, graph, runNow, reload],
  );
  return <ScreenContext value={screen}>{children}</ScreenContext>;
}
