import { CalendarClock, ChevronDown, ChevronLeft } from 'lucide-react';
import { useMemo, useRef, useState, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { Header } from 'react-aria-components/Header';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { withRecentRange } from '../../lib/recent-ranges.ts';
import {
  isSameTimeRange,
  MAPPED_RANGE_NAMES,
  RELATIVE_RANGES,
  timeRangeDisplay,
  type AbsoluteRange,
  type TimeRange,
} from '../../lib/time-range.ts';
import { AbsoluteRangeForm } from './absolute-range-form.tsx';
import { Button } from '../button.tsx';
import { cx } from '../class-names.ts';
import { Icon } from '../marks/icon.tsx';
import { Popover } from '../overlays/popover.tsx';

export interface TimeRangePickerProps {
  /** What the range is for; names the button: "Time range". */
  label: string;
  /** Undefined: no range is chosen. */
  value: TimeRange | undefined;
  /** Undefined: the range is cleared. */
  onChange: (range: TimeRange | undefined) => void;
  /** Absolute ranges used before, newest first; the caller keeps them on the device. */
  recent?: readonly AbsoluteRange[] | undefined;
  onRecentChange?: ((recent: readonly AbsoluteRange[]) => void) | undefined;
  /** Date math of the relative list, "now-2d"; the product's own list otherwise. */
  relative?: readonly string[] | undefined;
  /** Said while no range is chosen. */
  placeholder?: string | undefined;
  /** The range has a default and cannot be without one. */
  isRequired?: boolean | undefined;
  className?: string | undefined;
}

interface Choice {
  readonly id: string;
  readonly range: TimeRange;
}

/** A time range: up to now, by name, between two moments, or one used before. */
export function TimeRangePicker(props: TimeRangePickerProps): ReactElement {
  const { label, value, onChange, recent = [], onRecentChange, placeholder = 'Any time', className } = props;
  const words = value === undefined ? placeholder : timeRangeDisplay(value);
  return (
    <Popover
      className="@container w-[min(42rem,calc(100vw-1rem))] p-0!"
      label={label}
      trigger={
        <Button
          aria-label={`${label}: ${words}`}
          className={cx('min-w-0 max-w-full shrink!', className)}
          icon={CalendarClock}
        >
          <span className={cx('truncate', value === undefined && 'font-normal text-muted')}>{words}</span>
          <Icon className="ms-auto text-muted" icon={ChevronDown} size={14} />
        </Button>
      }
    >
      {(close) => {
        const choose = (range: TimeRange | undefined): void => {
          if (range?.type === 'absolute') onRecentChange?.(withRecentRange(recent, range));
          onChange(range);
          close();
        };
        return <Panel {...props} onChoose={choose} />;
      }}
    </Popover>
  );
}

interface PanelProps extends TimeRangePickerProps {
  onChoose: (range: TimeRange | undefined) => void;
}

/** List and calendar side by side; where there is no room, one after the other. */
function Panel(props: PanelProps): ReactElement {
  const { value, isRequired = false, onChoose } = props;
  const [face, setFace] = useState<'list' | 'days'>('list');
  const daysRef = useRef<HTMLButtonElement>(null);
  const listRef = useRef<HTMLButtonElement>(null);
  const turn = (to: 'list' | 'days'): void => {
    // The button that was pressed goes away: its counterpart takes the focus.
    flushSync(() => setFace(to));
    (to === 'days' ? listRef : daysRef).current?.focus();
  };
  const only = (shown: boolean): string => (shown ? 'flex' : 'hidden @min-[560px]:flex');
  const clear = isRequired || value === undefined ? undefined : () => onChoose(undefined);
  return (
    <div className="flex flex-col @min-[560px]:flex-row">
      <div className={cx('min-w-0 shrink-0 flex-col @min-[560px]:w-60', only(face === 'list'))}>
        <div className="flex gap-2 border-b border-line p-2 @min-[560px]:hidden">
          <Button className="flex-1" ref={daysRef} onPress={() => turn('days')}>
            From and to…
          </Button>
          {clear && (
            <Button variant="ghost" onPress={clear}>
              Clear
            </Button>
          )}
        </div>
        <QuickList {...props} />
      </div>
      <div
        className={cx(
          'min-w-0 flex-1 flex-col p-3 @min-[560px]:border-s @min-[560px]:border-line',
          only(face === 'days'),
        )}
      >
        <Button
          className="mb-2 -ml-2 self-start text-muted! @min-[560px]:hidden!"
          icon={ChevronLeft}
          ref={listRef}
          variant="ghost"
          onPress={() => turn('list')}
        >
          All ranges
        </Button>
        <AbsoluteRangeForm value={value} onClear={clear} onSubmit={onChoose} />
      </div>
    </div>
  );
}

function QuickList({
  label,
  value,
  recent = [],
  relative = RELATIVE_RANGES,
  onChoose,
}: PanelProps): ReactElement {
  const sections = useMemo(() => sectionsOf(relative, recent), [relative, recent]);
  const choices = sections.flatMap(({ items }) => items);
  const chosen = choices.find(({ range }) => isSameTimeRange(range, value));
  return (
    <ListBox
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- an overlay takes the focus anyway: on the range in force, not on the frame
      autoFocus
      className="min-h-0 overflow-auto p-1 outline-none @min-[560px]:max-h-[27rem]"
      selectedKeys={chosen === undefined ? [] : [chosen.id]}
      selectionMode="single"
      onSelectionChange={(keys) => {
        // The chosen one pressed again leaves no key: the range stays what it is.
        const [key] = keys === 'all' ? [] : keys;
        const pressed = choices.find(({ id }) => id === key) ?? chosen;
        if (pressed !== undefined) onChoose(pressed.range);
      }}
    >
      {sections.map(({ title, items }) => (
        <ListBoxSection
          className="mt-1 border-t border-line pt-1 first:mt-0 first:border-0 first:pt-0"
          id={title}
          key={title}
        >
          <Header className="px-2 pt-1.5 pb-1 text-table font-medium text-muted">{title}</Header>
          {items.map((choice) => (
            <QuickItem choice={choice} key={choice.id} />
          ))}
        </ListBoxSection>
      ))}
    </ListBox>
  );
}

function QuickItem({ choice }: { choice: Choice }): ReactElement {
  const words = timeRangeDisplay(choice.range);
  return (
    <ListBoxItem
      className="flex min-h-control-small cursor-default items-center rounded-control px-2 py-1 text-table text-fg outline-none data-focused:bg-hover data-pressed:bg-pressed data-selected:bg-selected data-selected:font-medium data-focus-visible:outline-2 data-focus-visible:outline-focus data-focus-visible:outline-offset-[-2px]"
      id={choice.id}
      textValue={words}
    >
      <span className="text-pretty">{words}</span>
    </ListBoxItem>
  );
}

function sectionsOf(
  relative: readonly string[],
  recent: readonly AbsoluteRange[],
): { title: string; items: Choice[] }[] {
  const used = recent.map((range) => ({ id: `${range.from} ${range.to}`, range }));
  return [
    ...(used.length > 0 ? [{ title: 'Used before', items: used }] : []),
    {
      title: 'Up to now',
      items: relative.map((range) => ({ id: range, range: { type: 'relative', range } })),
    },
    {
      title: 'By name',
      items: MAPPED_RANGE_NAMES.map((timeRange) => ({ id: timeRange, range: { type: 'mapped', timeRange } })),
    },
  ];
}
