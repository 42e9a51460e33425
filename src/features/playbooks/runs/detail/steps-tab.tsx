import type { ReactElement } from 'react';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { cx } from '#src/ui/class-names.ts';
import { PanelBoundary } from '#src/ui/layout/error-boundary.tsx';
import { Duration } from '#src/ui/marks/duration.tsx';
import { BodyView } from '#src/views/body-view.tsx';
import type { DetailPartProps } from '#src/views/detail/detail-spec.ts';
import { RunStatus } from '../run-columns.tsx';
import { runMs, type Run } from '../run-row.ts';
import { useRunAddress } from './run-address.ts';
import { chosenStep, INITIALIZATION, isSkipped, type Step } from './run-steps.ts';
import { StepView } from './step-view.tsx';
import type { RunRead } from './use-run.ts';

/** The steps of a run, and what the chosen one gave. */
export function StepsTab({
  value: { steps, turn, run, areStepsKnown },
}: DetailPartProps<RunRead>): ReactElement {
  const { action, onAction } = useRunAddress();
  const chosen = chosenStep(steps, action);
  if (steps.length === 0) return <p className="text-table text-muted">{emptyWords(run, areStepsKnown)}</p>;
  return (
    <div className="flex flex-col gap-4 @min-[760px]:flex-row">
      <ol aria-label="Actions" className="flex shrink-0 flex-col gap-1 @min-[760px]:w-64">
        {steps.map((step) => (
          <StepItem isChosen={step === chosen} key={step.id} step={step} onChoose={onAction} />
        ))}
      </ol>
      <div className="min-w-0 flex-1">
        {chosen !== undefined && (
          <PanelBoundary key={chosen.id} name={chosen.name}>
            {chosen.id === INITIALIZATION ? (
              <StepView body={undefined} run={run} step={chosen} />
            ) : (
              <ReadStep run={run} step={chosen} turn={turn} />
            )}
          </PanelBoundary>
        )}
      </div>
    </div>
  );
}

function emptyWords({ end_time: end }: RunRead['run'], areStepsKnown: boolean): string {
  if (!areStepsKnown) return 'Its steps are not on this device yet.';
  return end === null ? 'No step has begun yet.' : 'It ended before its first step.';
}

interface StepItemProps {
  step: Step;
  isChosen: boolean;
  onChoose: (id: string) => void;
}

/** Spec 2: "skipped actions are not clickable". */
function StepItem({ step, isChosen, onChoose }: StepItemProps): ReactElement {
  const inside = (
    <>
      <span className="min-w-0 flex-1 text-start">
        <span className="block truncate font-medium">{step.name}</span>
        <span className="flex text-caption text-muted">
          <RunStatus run={step} />
        </span>
      </span>
      <Duration label="Duration" ms={runMs(step)} />
    </>
  );
  const look = 'flex w-full min-h-target items-center gap-3 rounded-control border px-2.5 py-1.5 text-table';
  return (
    <li>
      {isSkipped(step) ? (
        <div className={cx(look, 'border-transparent text-muted')}>{inside}</div>
      ) : (
        <button
          aria-current={isChosen ? 'step' : undefined}
          className={cx(look, isChosen ? 'border-line bg-selected' : 'border-transparent hover:bg-hover')}
          type="button"
          onClick={() => onChoose(step.id)}
        >
          {inside}
        </button>
      )}
    </li>
  );
}

/** What a step gave stays as it is once it has ended; while it runs it is asked for as often as its run is. */
function ReadStep({ run, step, turn }: { run: Run; step: Step; turn: number }): ReactElement {
  const isOver = step.end_time !== null;
  const read = useDocument('action-result', step.id, true, isOver ? -1 : turn);
  return (
    <BodyView read={read} what={`What “${step.name}” gave`}>
      {(body) => <StepView body={body} run={run} step={step} />}
    </BodyView>
  );
}
