import { lazy, Suspense, type ComponentType, type ReactElement } from 'react';
import type { HealthAnswer, HealthGroup } from '#sync/protocol/health.ts';
import type { CheckDialogProps } from './check/check-dialog.tsx';
import type { HealthSearch, HealthView } from './health-search.ts';
import { useTimer } from '#src/ui/use-timer.ts';
import { useNeighbours } from '#src/views/list/use-neighbours.ts';

interface OpenCheckProps {
  checkId: string;
  view: HealthView;
  answer: HealthAnswer | undefined;
  onChange: (change: HealthSearch, options?: { replace: boolean }) => void;
  onClose: () => void;
}

const NO_GROUPS: readonly HealthGroup[] = [];

/** The dialog of a check over the list it was opened from; its neighbours are those of the list. */
export function OpenCheck({ checkId, view, answer, onChange, onClose }: OpenCheckProps): ReactElement {
  const { previous, next } = useNeighbours(answer?.groups ?? NO_GROUPS, checkId);
  // One step of Back leads to the list, however many checks were looked at.
  const show = (id: string): void => onChange({ checkId: id }, { replace: true });
  return (
    <Suspense fallback={null}>
      <CheckDialog
        checkId={checkId}
        timeRange={view.timeRange}
        onClose={onClose}
        onNext={next === undefined ? undefined : () => show(next)}
        onPrevious={previous === undefined ? undefined : () => show(previous)}
        onTimeRange={(timeRange) => onChange({ timeRange }, { replace: true })}
      />
    </Suspense>
  );
}

const loadDialog = async (): Promise<{ default: ComponentType<CheckDialogProps> }> => {
  const { CheckDialog: component } = await import('./check/check-dialog.tsx');
  return { default: component };
};
const CheckDialog = lazy(loadDialog);

/** Brings the dialog in while the reader looks at the list, so that opening a check waits for nothing. */
export function useDialogAhead(): void {
  useTimer(undefined, 500, () => {
    // A chunk that is not there now is asked for again when a check is opened, and then says so.
    loadDialog().catch(() => undefined);
  });
}
