import type { ReactElement } from 'react';
import type { DoneItem } from '#sync/read/incident-done.ts';
import type { Completeness } from '#sync/protocol/claim.ts';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { evidenceTypeWords } from '../evidence/wizard-types.ts';
import { syncStateOf } from '#src/views/sync-marks.ts';
import { isManual, itemState, itemLine } from '../panel/done/done-labels.ts';
import { useDoneItems } from '../panel/panel-queries.ts';
import { titleText } from '../tree/subtree.ts';
import { ReadFailedBar } from '#src/views/view-notices.tsx';

interface OpenDoneItemsProps {
  incidentId: string;
  onJump: (hypothesisId: string) => void;
}

/** What has to be true before the incident is done and is not yet; it is ticked in the panel beside it. */
export function OpenDoneItems({ incidentId, onJump }: OpenDoneItemsProps): ReactElement {
  const live = useDoneItems(incidentId);
  if (live.status === 'failed') {
    return (
      <ReadFailedBar error={live.error}>
        The definition of done could not be read from this device
      </ReadFailedBar>
    );
  }
  if (live.status === 'loading') return <p className="text-table text-muted">Reading</p>;
  const parts = live.value.data.filter(({ isPart }) => isPart);
  const open = parts.filter(({ done }) => done !== true);
  if (open.length === 0)
    return <p className="text-table text-muted">{noneWords(parts.length, live.value.state)}</p>;
  return (
    <ul aria-label="Open items" className="flex flex-col divide-y divide-line">
      <Records idOf={({ id }) => id} nameOf={itemLine} of={open}>
        {(item) => <OpenItem item={item} onJump={onJump} />}
      </Records>
    </ul>
  );
}

/** "Nothing" is said only of a whole copy (I23). */
function noneWords(count: number, state: Completeness): string {
  if (state !== 'complete')
    return count === 0 ? 'None on this device yet' : 'All items on this device are done';
  if (count === 0) return 'The definition of done is empty';
  return count === 1 ? 'The one item is done' : `All ${count} items are done`;
}

function OpenItem({ item, onJump }: { item: DoneItem } & Pick<OpenDoneItemsProps, 'onJump'>): ReactElement {
  const state = syncStateOf(item.marks, item.ops);
  return (
    <li className="flex flex-col gap-0.5 py-2">
      <span className="flex flex-wrap items-center gap-x-3 text-body">
        <span className="min-w-0 wrap-any">{itemLine(item)}</span>
        {state !== undefined && <SyncMark isCompact state={state} />}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 text-table text-muted">
        <span>{isManual(item) ? 'Ticked by hand' : evidenceTypeWords(item.type)}</span>
        <span>{itemState(item)}</span>
        <button
          className="min-h-target rounded-control px-1 text-start text-accent underline underline-offset-2"
          type="button"
          onClick={() => onJump(item.hypothesisId)}
        >
          {titleText(item.hypothesisTitle)}
        </button>
      </span>
    </li>
  );
}
