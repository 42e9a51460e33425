import { useMemo, useState, type ReactElement } from 'react';
import type { TimeRangeOption } from '#src/lib/time-range-options.ts';
import { DetailDialog } from '#src/views/detail/detail-dialog.tsx';
import { useTabState } from '#src/views/detail/tab-state.ts';
import { CheckViewProvider } from './check-context.tsx';
import { checkSpec, tallCheckSpec } from './check-spec.tsx';
import { FIRST_VIEW, type HistoryView } from './history/history-tab.tsx';
import { useIsTall } from './use-is-tall.ts';

export interface CheckDialogProps {
  checkId: string;
  onClose: () => void;
  /** The check before and after this one in the list it was opened from; absent where there is none. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** What the address asks for; by default it follows from the last run. */
  timeRange?: TimeRangeOption | undefined;
  /** Absent: the dialog keeps the choice to itself. */
  onTimeRange?: ((range: TimeRangeOption) => void) | undefined;
}

/** One check in full size: `/health?checkId={id}`. What was chosen to look at stays from one check to the next. */
export function CheckDialog(props: CheckDialogProps): ReactElement {
  const { checkId, onClose, onPrevious, onNext, timeRange, onTimeRange } = props;
  const tabs = useTabState();
  const isTall = useIsTall();
  const [history, onHistory] = useState<HistoryView>(FIRST_VIEW);
  const [chosen, setChosen] = useState<TimeRangeOption>();
  const view = useMemo(
    () => ({ history, onHistory, range: timeRange ?? chosen, onRange: onTimeRange ?? setChosen }),
    [history, timeRange, chosen, onTimeRange],
  );
  return (
    <CheckViewProvider value={view}>
      <DetailDialog
        id={checkId}
        spec={isTall ? tallCheckSpec : checkSpec}
        tabs={tabs}
        onClose={onClose}
        onNext={onNext}
        onPrevious={onPrevious}
      />
    </CheckViewProvider>
  );
}
