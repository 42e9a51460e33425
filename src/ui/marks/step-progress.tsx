import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { cx } from '../class-names.ts';
import { Icon } from './icon.tsx';

export interface StepProgressProps {
  label: string;
  steps: readonly { id: string; label: string }[];
  currentId: string;
}

/** Where a short wizard stands. */
export function StepProgress({ label, steps, currentId }: StepProgressProps): ReactElement {
  const currentAt = steps.findIndex((step) => step.id === currentId);
  return (
    <ol aria-label={label} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-table">
      {steps.map((step, at) => (
        <li
          aria-current={at === currentAt ? 'step' : undefined}
          className={cx('flex items-center gap-2', at === currentAt ? 'font-medium text-fg' : 'text-muted')}
          key={step.id}
        >
          {at > 0 && <span aria-hidden className="h-px w-6 bg-line-strong" />}
          <span
            aria-hidden
            className={cx(
              'tabular grid size-5 place-items-center rounded-full border text-caption',
              at < currentAt && 'border-transparent bg-accent-soft text-accent',
              at === currentAt && 'border-accent text-accent',
              at > currentAt && 'border-line-strong',
            )}
          >
            {at < currentAt ? <Icon icon={Check} size={12} /> : at + 1}
          </span>
          {/* Where the names have no room in one line, that of the present step stands alone. */}
          <span className={cx(at !== currentAt && 'max-[480px]:sr-only')}>{step.label}</span>
          {at < currentAt && <span className="sr-only">done</span>}
        </li>
      ))}
    </ol>
  );
}
