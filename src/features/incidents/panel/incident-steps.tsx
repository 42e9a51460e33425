import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import type { IncidentDetail } from '#sync/read/types.ts';
import { instantMs } from '#src/lib/age.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { cx } from '#src/ui/class-names.ts';
import { Icon } from '#src/ui/marks/icon.tsx';

interface Step {
  readonly label: string;
  readonly at: string | null;
}

/** Created, Acknowledged, Resolved, Closed with their times; a step counts when its time is known, in any order. */
export function IncidentSteps({ incident }: { incident: IncidentDetail }): ReactElement {
  const steps: readonly Step[] = [
    { label: 'Created', at: incident.createdAt },
    { label: 'Acknowledged', at: incident.acknowledged },
    { label: 'Resolved', at: incident.resolved },
    { label: 'Closed', at: incident.closed },
  ];
  const currentAt = steps.findLastIndex(isReached);
  return (
    <div>
      <h3 className="mb-1.5 text-table text-muted">Progress</h3>
      <ol aria-label="Progress" className="flex flex-col text-table">
        {steps.map((step, at) => (
          <li
            aria-current={at === currentAt ? 'step' : undefined}
            className="relative flex min-h-7 items-center gap-2.5"
            key={step.label}
          >
            {at < steps.length - 1 && (
              <span aria-hidden className="absolute start-[7px] top-1/2 h-full w-px bg-(--border-strong)" />
            )}
            <StepDot isReached={isReached(step)} />
            <span className={cx('flex-1', !isReached(step) && 'text-muted')}>{step.label}</span>
            <Age at={step.at} className="text-muted" />
          </li>
        ))}
      </ol>
    </div>
  );
}

function StepDot({ isReached }: { isReached: boolean }): ReactElement {
  return (
    <span
      aria-hidden
      className={cx(
        'relative grid size-[15px] shrink-0 place-items-center rounded-full border',
        isReached ? 'border-accent bg-accent-solid text-on-solid' : 'border-line-control bg-page',
      )}
    >
      {isReached && <Icon icon={Check} size={10} />}
    </span>
  );
}

function isReached(step: Step): boolean {
  return instantMs(step.at) !== undefined;
}
