import { lazy, Suspense, useState, type ReactElement, type SubmitEvent } from 'react';
import { formatTimeInput, parseTimeInput } from '../../lib/time-input.ts';
import { timeRangeBounds, type AbsoluteRange, type TimeRange } from '../../lib/time-range.ts';
import { Button } from '../button.tsx';
import type { DayRange } from './range-calendar.tsx';
import { TextField } from '../forms/text-field.tsx';

/** The calendar is half of the picker's weight, and the list is what most people use. */
const RangeCalendar = lazy(async () => {
  const { RangeCalendar: component } = await import('./range-calendar.tsx');
  return { default: component };
});

const MINUTE_MS = 60_000;
const NO_TIME = 'Write it as 2026-11-21 14:05';
const WRONG_ORDER = 'To must be after From';

export interface AbsoluteRangeFormProps {
  /** Its two ends are what the fields begin with. */
  value: TimeRange | undefined;
  onSubmit: (range: AbsoluteRange) => void;
  /** Absent when there is no range to clear. */
  onClear?: (() => void) | undefined;
}

/** Two moments, typed or taken from the calendar, in local time. */
export function AbsoluteRangeForm({ value, onSubmit, onClear }: AbsoluteRangeFormProps): ReactElement {
  const [texts, setTexts] = useState(() => textsOf(value));
  const [isChecked, setChecked] = useState(false);
  const [today] = useState(() => dayOf(Date.now()));
  const ends = endsOf(texts);
  const errors = isChecked ? errorsOf(ends) : {};
  const isEmpty = texts.from.trim() === '' || texts.to.trim() === '';

  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { fromMs, toMs } = ends;
    setChecked(true);
    if (isEmpty || fromMs === undefined || toMs === undefined || fromMs >= toMs) return;
    onSubmit({ type: 'absolute', from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() });
  };
  const handleDays = ({ from, to }: DayRange): void =>
    setTexts({ from: `${from} 00:00`, to: `${to} 23:59:59` });
  return (
    <form className="flex flex-col gap-3" noValidate onSubmit={handleSubmit}>
      <div className="grid grid-cols-2 gap-2">
        <TextField
          error={errors.from}
          isCode
          label="From"
          placeholder="2026-11-20 00:00"
          value={texts.from}
          onBlur={() => setChecked(texts.from !== '')}
          onChange={(from) => setTexts({ ...texts, from })}
        />
        <TextField
          error={errors.to}
          isCode
          label="To"
          placeholder="2026-11-21 14:05"
          value={texts.to}
          onBlur={() => setChecked(texts.to !== '')}
          onChange={(to) => setTexts({ ...texts, to })}
        />
      </div>
      <div className="min-h-[17rem]">
        <Suspense>
          <RangeCalendar
            label="Days of the range"
            lastDay={today}
            value={daysOf(ends)}
            onChange={handleDays}
          />
        </Suspense>
      </div>
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 truncate text-table text-muted">{`Times in ${zoneName()}`}</p>
        {onClear && (
          <Button variant="ghost" onPress={onClear}>
            Clear
          </Button>
        )}
        <Button
          disabledReason={isEmpty ? 'Needs both From and To' : undefined}
          type="submit"
          variant="primary"
        >
          Apply
        </Button>
      </div>
    </form>
  );
}

interface Texts {
  readonly from: string;
  readonly to: string;
}

interface Ends {
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

function textsOf(value: TimeRange | undefined): Texts {
  if (value === undefined) return { from: '', to: '' };
  // Whole minutes are read faster; a range that was typed keeps what was typed.
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const { fromMs, toMs } = timeRangeBounds(value, now);
  return { from: formatTimeInput(fromMs), to: formatTimeInput(toMs) };
}

function endsOf({ from, to }: Texts): Ends {
  return { fromMs: parseTimeInput(from, 'start'), toMs: parseTimeInput(to, 'end') };
}

function errorsOf({ fromMs, toMs }: Ends): { from?: string | undefined; to?: string | undefined } {
  if (fromMs === undefined || toMs === undefined) {
    return { from: fromMs === undefined ? NO_TIME : undefined, to: toMs === undefined ? NO_TIME : undefined };
  }
  return fromMs < toMs ? {} : { to: WRONG_ORDER };
}

function daysOf({ fromMs, toMs }: Ends): DayRange | null {
  if (fromMs === undefined || toMs === undefined || fromMs > toMs) return null;
  return { from: dayOf(fromMs), to: dayOf(toMs) };
}

function dayOf(atMs: number): string {
  return formatTimeInput(atMs).slice(0, 10);
}

function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
