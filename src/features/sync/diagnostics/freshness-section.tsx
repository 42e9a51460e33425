import { RotateCcw } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { FRESHNESS_LIMITS, readLimit, type LimitId } from '#src/lib/freshness-limits.ts';
import {
  setFreshnessLimit,
  useAreLimitsKept,
  useFreshnessLimits,
} from '#src/platform/device/freshness-limits.ts';
import { IconButton } from '#src/ui/button.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { PanelSection } from '../panel-section.tsx';

interface LimitRow {
  readonly id: LimitId;
  readonly label: string;
  readonly meaning: string;
  readonly unit: 'runs' | 'minutes';
}

const ROWS: readonly LimitRow[] = [
  {
    id: 'checkRuns',
    label: 'Runs a check may miss',
    meaning: 'After that many missed runs its state counts as old.',
    unit: 'runs',
  },
  {
    id: 'checkMinutes',
    label: 'Least time of a check',
    meaning: 'However often it runs, its state never counts as old sooner.',
    unit: 'minutes',
  },
  {
    id: 'summaryMinutes',
    label: 'Health page',
    meaning: 'Since the last summary of all checks by the server.',
    unit: 'minutes',
  },
  {
    id: 'incidentMinutes',
    label: 'Incidents',
    meaning: 'With hypotheses and comments, since the last pull.',
    unit: 'minutes',
  },
];

/** After how long what is shown counts as old. Set at once, for every page of this device, with or without a network. */
export function FreshnessSection(): ReactElement {
  const areKept = useAreLimitsKept();
  return (
    <PanelSection title="Freshness limits">
      <p className="text-table text-muted">
        Anything older is hatched or marked with a clock.
        {areKept && ' Kept on this device.'}
      </p>
      {!areKept && (
        <InlineBar tone="warning">
          The browser cannot store this. It applies until this page is closed.
        </InlineBar>
      )}
      <ul className="divide-y divide-line border-y border-line">
        {ROWS.map((row) => (
          <li className="py-2.5" key={row.id}>
            <LimitField row={row} />
          </li>
        ))}
      </ul>
      <p className="text-table text-muted">
        An agent counts as silent after 61 seconds, by the server’s own rule. A lost connection is always
        shown at once.
      </p>
    </PanelSection>
  );
}

/** One limit, in force as soon as what is typed is one; until then what was in force stays so. */
function LimitField({ row }: { row: LimitRow }): ReactElement {
  const { id, label, meaning, unit } = row;
  const value = useFreshnessLimits().values[id];
  const { standard } = FRESHNESS_LIMITS[id];
  // What was typed and is no limit yet.
  const [draft, setDraft] = useState<string | null>(null);
  const isStandard = draft === null && value === standard;
  const handleChange = (text: string): void => {
    const typed = readLimit(id, text);
    setDraft('value' in typed ? null : text);
    if ('value' in typed) setFreshnessLimit(id, typed.value);
  };
  const handleReset = (): void => {
    setDraft(null);
    setFreshnessLimit(id, standard);
  };
  return (
    <TextField
      className="grid! grid-cols-[minmax(0,1fr)_8.5rem] items-center gap-x-4 gap-y-0.5!"
      error={draft === null ? undefined : problemWords(row, draft, value)}
      help={`${meaning} Default ${amount(standard, unit)}.`}
      inputMode="numeric"
      label={label}
      trailing={
        <>
          <span aria-hidden className="text-table text-muted">
            {unit === 'minutes' ? 'min' : unit}
          </span>
          <IconButton
            className={isStandard ? undefined : 'text-fg!'}
            disabledReason={isStandard ? 'This is the default' : undefined}
            icon={RotateCcw}
            label={`Reset ${label.toLowerCase()} to ${standard}`}
            size="small"
            onPress={handleReset}
          />
        </>
      }
      value={draft ?? String(value)}
      onChange={handleChange}
    />
  );
}

/** "1 minute", "3 runs". */
function amount(value: number, unit: LimitRow['unit']): string {
  return `${value} ${value === 1 ? unit.slice(0, -1) : unit}`;
}

/** Why what was typed is no limit, and what holds meanwhile. */
function problemWords({ id, unit }: LimitRow, text: string, value: number): string {
  const { least, most } = FRESHNESS_LIMITS[id];
  const typed = readLimit(id, text);
  const problem = 'problem' in typed ? typed.problem : 'no-number';
  const why = {
    'no-number': `A whole number from ${least} to ${amount(most, unit)}.`,
    'too-low': `${amount(least, unit)} or more. With less, everything would look old.`,
    'too-high': `${amount(most, unit)} or less. With more, old data would look new.`,
  }[problem];
  return `${why} It stays ${value}.`;
}
