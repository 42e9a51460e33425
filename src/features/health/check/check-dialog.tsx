import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { TimeRangeOption } from '#src/lib/time-range-options.ts';
import { ATTACH_EVIDENCE_LABEL, useAttachEvidence } from '#src/platform/attach-evidence.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { useServerMoment } from '../queries.ts';
import { CheckBody } from './check-body.tsx';
import { CheckFooter } from './check-footer.tsx';
import { CheckFacts, CheckTitle } from './check-title.tsx';
import { FIRST_VIEW, type HistoryView } from './history/history-tab.tsx';
import { useRunNow } from './run-now/use-run-now.ts';
import { defaultRange, useCheck } from './use-check.ts';
import { useCheckKeys } from './use-check-keys.ts';
import { useCheckWindow } from './check-window.ts';

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

/** What a person has chosen to look at; it stays from one check to the next. */
export interface CheckView {
  readonly tab: string;
  readonly history: HistoryView;
  readonly range: TimeRangeOption | undefined;
}

/** One check in full size: `/health?checkId={id}`. */
export function CheckDialog(props: CheckDialogProps): ReactElement {
  const { checkId } = props;
  const [view, setView] = useState<CheckView>({ tab: 'history', history: FIRST_VIEW, range: undefined });
  return <OpenCheck {...props} key={checkId} view={view} onView={setView} />;
}

interface OpenCheckProps extends CheckDialogProps {
  view: CheckView;
  onView: (view: CheckView) => void;
}

function OpenCheck(props: OpenCheckProps): ReactElement {
  const { checkId, onClose, onPrevious, onNext, view, onView } = props;
  const [turn, setTurn] = useState(0);
  const check = useCheck(checkId, turn);
  const [openedAtMs] = useServerMoment();
  const range = props.timeRange ?? view.range ?? defaultRange(check.row, openedAtMs);
  const window = useCheckWindow(checkId, range);
  const name = check.row?.name ?? check.detail?.name ?? 'Check';
  const reload = (): void => {
    window.reload();
    setTurn((before) => before + 1);
  };
  const runNow = useRunNow({ checkId, name, onRan: reload });
  const attachEvidence = useAttachEvidence();
  const isMissing = check.state === 'missing';
  const attach =
    isMissing || attachEvidence === null ? null : () => attachEvidence({ kind: 'check', checkId, name });
  const handleKeyDown = useCheckKeys({
    onPrevious,
    onNext,
    onAttach: attach ?? undefined,
    onRefresh: reload,
  });
  return (
    // Keys of the dialog bubble here through the tree of React, wherever in it they are pressed.
    <div className="contents" role="presentation" onKeyDown={handleKeyDown}>
      <Dialog
        description={<CheckFacts check={check} />}
        footer={
          <CheckFooter
            attach={attach ?? undefined}
            attachLabel={ATTACH_EVIDENCE_LABEL}
            canaryId={check.row?.canaryId ?? check.detail?.canaryId ?? null}
            checkId={checkId}
            // Nothing runs what is deleted.
            isRunnable={!isMissing && (check.detail?.deletedAt ?? null) === null}
            name={name}
            runNow={runNow}
          />
        }
        headerActions={<HeaderActions onNext={onNext} onPrevious={onPrevious} />}
        isOpen
        size="full"
        title={<CheckTitle check={check} name={name} />}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        <CheckBody
          check={check}
          range={range}
          runNow={runNow}
          turn={turn}
          view={view}
          window={window}
          onRange={props.onTimeRange ?? ((next) => onView({ ...view, range: next }))}
          onRetry={reload}
          onView={onView}
        />
      </Dialog>
    </div>
  );
}

interface HeaderActionsProps {
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

function HeaderActions({ onPrevious, onNext }: HeaderActionsProps): ReactElement {
  return (
    <div className="flex items-center">
      <IconButton
        disabledReason={onPrevious === undefined ? 'There is no check before this one' : undefined}
        icon={ChevronUp}
        label="Previous check"
        size="small"
        onPress={onPrevious}
      />
      <IconButton
        disabledReason={onNext === undefined ? 'There is no check after this one' : undefined}
        icon={ChevronDown}
        label="Next check"
        size="small"
        onPress={onNext}
      />
    </div>
  );
}
