import { useMemo, useState, type ReactElement } from 'react';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { DetailDialog } from '#src/views/detail/detail-dialog.tsx';
import type { TabState } from '#src/views/detail/tab-state.ts';
import { readBody, type JobRun } from '../job-row.ts';
import { RunProvider, type RunRead } from './run-context.ts';
import { runSpec } from './run-spec.tsx';

export interface RunDialogProps {
  runId: string;
  /** As the list has it; undefined for a run of another page. */
  row: JobRun | undefined;
  onClose: () => void;
  /** The runs before and after this one in the list; absent where there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** One run in full size, over the list. Which tab is open is kept from one run to the next. */
export function RunDialog({ runId, row, ...ways }: RunDialogProps): ReactElement {
  const [chosen, setChosen] = useState<string>();
  const [turn, setTurn] = useState(0);
  const read = useDocument('job-run', runId, true, turn);
  const body = read.value?.body;
  const known = useMemo(() => readBody(body), [body]);
  const value = useMemo<RunRead>(
    () => ({ row, read, known, again: () => setTurn((before) => before + 1) }),
    [row, read, known],
  );
  const spec = useMemo(() => runSpec(known?.content), [known]);
  const tabs = useMemo<TabState>(() => ({ current: chosen, show: setChosen, hrefOf: null }), [chosen]);
  return (
    <RunProvider value={value}>
      <DetailDialog {...ways} id={runId} spec={spec} tabs={tabs} />
    </RunProvider>
  );
}
