import { useMemo, useState, type ReactElement } from 'react';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { DetailDialog } from '#src/views/detail/detail-dialog.tsx';
import type { TabState } from '#src/views/detail/tab-state.ts';
import { readBody, type Change, type ChangeContent } from '../change-row.ts';
import { ChangeProvider, type ChangeRead } from './change-context.ts';
import { changeSpec } from './change-spec.tsx';

export interface ChangeDialogProps {
  changeId: string;
  /** As the list has it; undefined for a change of another page. */
  row: Change | undefined;
  onClose: () => void;
  /** The changes before and after this one in the list; absent where there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** One change in full size: `/catalog/changes?changeId={id}`. Which tab is open is kept from one change to the next. */
export function ChangeDialog({ changeId, row, ...ways }: ChangeDialogProps): ReactElement {
  const [chosen, setChosen] = useState<string>();
  const [turn, setTurn] = useState(0);
  const read = useDocument('change', changeId, true, turn);
  const body = read.value?.body;
  const known = useMemo(() => readBody(body), [body]);
  const value = useMemo<ChangeRead>(
    () => ({ row, read, known, again: () => setTurn((before) => before + 1) }),
    [row, read, known],
  );
  const current = chosen ?? firstTab(known?.content);
  const tabs = useMemo<TabState>(() => ({ current, show: setChosen, hrefOf: null }), [current]);
  return (
    <ChangeProvider value={value}>
      <DetailDialog {...ways} id={changeId} spec={changeSpec} tabs={tabs} />
    </ChangeProvider>
  );
}

/** Until somebody chooses: the one that has something to read. */
function firstTab(content: ChangeContent | undefined): string {
  if (content === undefined || content.diff !== null) return 'diff';
  return content.details === null || content.details === undefined ? 'patches' : 'details';
}
