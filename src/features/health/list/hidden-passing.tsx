import type { ReactElement } from 'react';
import type { HealthSearch } from '../health-search.ts';

interface HiddenPassingProps {
  passing: number;
  onChange: (change: HealthSearch) => void;
}

/** "940 passing hidden · Show": what a filter hides is said (ux need 6). */
export function HiddenPassing({ passing, onChange }: HiddenPassingProps): ReactElement {
  return (
    <output>
      <span className="tabular">{passing} passing hidden</span>
      <span aria-hidden> · </span>
      <button
        aria-label="Show passing checks"
        className="min-h-6 rounded-[3px] px-0.5 text-accent underline underline-offset-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        type="button"
        onClick={() => onChange({ hidePassing: undefined })}
      >
        Show
      </button>
    </output>
  );
}
