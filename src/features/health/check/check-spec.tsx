import { Pencil, Play } from 'lucide-react';
import { lazy, useSyncExternalStore, type ReactElement } from 'react';
import { usePlaybookAction } from '#src/views/playbook-menu.ts';
import { useAttachAction } from '#src/views/attach-action.ts';
import type {
  DetailAction,
  DetailHead,
  DetailPartProps,
  DetailSpec,
  DetailTab,
} from '#src/views/detail/detail-spec.ts';
import { isRowStale } from '../health-labels.ts';
import { useMoment, useRoundMinute } from '../queries.ts';
import { CheckFrame, useCheckScreen } from './check-context.tsx';
import { canaryHref } from './check-detail.ts';
import { CheckFacts, CheckTitle } from './check-title.tsx';
import { GraphPanel } from './graph/graph-panel.tsx';
import { HistoryTab } from './history/history-tab.tsx';
import { Metrics } from './metrics.tsx';
import { RelationshipsTab } from './relationships-tab.tsx';
import { PreparedRun } from './run-now/prepared-run.tsx';
import { useCheck, type CheckRead } from './use-check.ts';
import { useIsTall } from './use-is-tall.ts';

type Props = DetailPartProps<CheckRead>;

/** Room the rest of the dialog takes around a plot in its tab. */
const AROUND_PLOT_PX = 370;
const INLINE_PLOT_PX = 220;

const GRAPH: DetailTab<CheckRead> = { id: 'graph', label: 'Graph', Body: Graph };

/** A check: what it does, how often, and what it did. */
export const checkSpec: DetailSpec<CheckRead> = {
  subject: {
    label: 'Check',
    notFound: 'Check not found',
    list: { label: 'Health', href: () => '/health' },
  },
  useOne: useCheck,
  useHead: useCheckHead,
  tabs: [
    { id: 'history', label: 'History', Body: History },
    GRAPH,
    // The writer of YAML weighs as much as the rest of the dialog.
    { id: 'spec', label: 'Spec', Body: lazy(loadSpec) },
    {
      id: 'relationships',
      label: 'Relationships',
      Body: ({ value }) => <RelationshipsTab read={value.detailRead} />,
    },
  ],
  Frame: CheckFrame,
  Missing: () => 'The server has no check with this id any more.',
};

/** On a tall screen the graph is above the tabs; turned back, its tab is the chosen one again. */
export const tallCheckSpec: DetailSpec<CheckRead> = {
  ...checkSpec,
  tabs: checkSpec.tabs.filter((tab) => tab !== GRAPH),
};

async function loadSpec(): Promise<{ default: (props: Props) => ReactElement }> {
  const { SpecTab } = await import('./spec-tab.tsx');
  return { default: ({ id, value }) => <SpecTab checkId={id} turn={value.turn} /> };
}

function useCheckHead({ id, value: check }: Props): DetailHead {
  const { name, range, onRange, window, graph, runNow, reload } = useCheckScreen();
  const moment = useMoment(useRoundMinute());
  const isTall = useIsTall();
  const isOld = check.row !== null && isRowStale(check.row, moment);
  return {
    name,
    title: name,
    heading: <CheckTitle check={check} name={name} />,
    marks: <CheckFacts check={check} />,
    isOld,
    actions: useCheckActions(id, check),
    refresh: async () => reload(),
    below: (
      <>
        {runNow.isOffered && <PreparedRun runNow={runNow} />}
        <Metrics
          detail={check.detail}
          graph={graph}
          isStale={isOld}
          range={range}
          row={check.row}
          onRange={onRange}
          onRefresh={reload}
        />
        {isTall && (
          <div className="shrink-0 border-t border-line pt-3">
            <GraphPanel height={INLINE_PLOT_PX} read={graph} window={window} />
          </div>
        )}
      </>
    ),
  };
}

/** What can be done with a check; what a role may not do is not there. */
function useCheckActions(checkId: string, { row, detail }: CheckRead): readonly DetailAction[] {
  const { name, runNow } = useCheckScreen();
  const attach = useAttachAction({ kind: 'check', checkId, name });
  const playbooks = usePlaybookAction({ kind: 'check', id: checkId });
  const canaryId = row?.canaryId ?? detail?.canaryId ?? null;
  // Nothing runs what is deleted.
  const isRunnable = (detail?.deletedAt ?? null) === null;
  const actions: DetailAction[] = [];
  if (canaryId !== null)
    actions.push({ is: 'link', id: 'edit', label: 'Edit', icon: Pencil, href: canaryHref(canaryId) });
  if (isRunnable) actions.push(...playbooks);
  actions.push(...attach);
  if (isRunnable && runNow.isOffered)
    actions.push({
      is: 'button',
      id: 'run',
      label: runNow.action.blocker === undefined ? 'Run Now' : 'Prepare Run Now',
      icon: Play,
      isPrimary: true,
      isPending: runNow.action.isBusy,
      reason:
        runNow.action.blocker !== undefined && runNow.open?.state === 'prepared'
          ? `${runNow.action.blocker}; the run is prepared`
          : undefined,
      onPress: runNow.run,
    });
  return actions;
}

function History(): ReactElement {
  const { history, onHistory, window } = useCheckScreen();
  return <HistoryTab view={history} window={window} onView={onHistory} />;
}

function Graph(): ReactElement {
  const { graph, window } = useCheckScreen();
  return <GraphPanel height={usePlotHeight()} read={graph} window={window} />;
}

/** Height a plot has in its tab: what the window leaves it, within reason. */
function usePlotHeight(): number {
  const inner = useSyncExternalStore(followHeight, () => globalThis.innerHeight);
  return Math.max(240, Math.min(600, inner - AROUND_PLOT_PX));
}

function followHeight(onChange: () => void): () => void {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}
