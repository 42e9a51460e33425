import { Star } from 'lucide-react';
import type { ReactElement } from 'react';
import { shortCost, shortCount } from '#src/lib/short-numbers.ts';
import { cx } from '#src/ui/class-names.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import { HealthBar } from '#src/ui/marks/health-bar.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { StatusGlyph, type StatusShape } from '#src/ui/marks/status-glyph.tsx';
import { TypeMark } from '#src/ui/marks/type-mark.tsx';
import type { ListColumn } from '#src/views/list/list-spec.ts';
import { pinType, usePinnedTypes } from './preferences.ts';
import type { TypeSummary } from './summary-row.ts';

/** Spec 2: "A count at 500 or more is highlighted". */
const MANY = 500;

const NAME: ListColumn<TypeSummary> = {
  id: 'type',
  header: 'Type',
  isName: true,
  cell: ({ name, type }) => (
    <span title={type ?? undefined}>
      {type !== null && <TypeMark type={type} />}
      {name}
    </span>
  ),
  beside: ({ type }) => (type === null ? null : <PinButton type={type} />),
  text: ({ type, heads, name }) => type ?? [...heads, name].join(' / '),
};

const COUNT: ListColumn<TypeSummary> = {
  id: 'count',
  header: 'Count',
  width: '84px',
  align: 'end',
  cell: ({ count }) => (
    <span
      className={cx('tabular', count >= MANY && 'rounded-[5px] bg-accent-soft px-1.5 py-0.5 text-accent')}
      title={count.toLocaleString()}
    >
      {shortCount(count)}
    </span>
  ),
  text: ({ count }) => String(count),
};

const HEALTH: ListColumn<TypeSummary> = {
  id: 'health',
  header: 'Health',
  width: '232px',
  cell: ({ health }) => <Health health={health} />,
  text: ({ health }) =>
    Object.entries(health)
      .map(([state, count]) => `${count} ${state}`)
      .join(', '),
};

/** Spec 2: "health bars, analysis counts, changes and 30-day cost". */
export const summaryColumns: readonly ListColumn<TypeSummary>[] = [
  NAME,
  COUNT,
  HEALTH,
  {
    id: 'changes',
    header: 'Changes (30d)',
    width: '116px',
    align: 'end',
    hideBelow: 'narrow',
    cell: ({ server }) => <OfServer count={server?.changes} write={shortCount} />,
    text: ({ server }) => String(server?.changes ?? ''),
  },
  {
    id: 'analysis',
    header: 'Analysis (30d)',
    width: '220px',
    hideBelow: 'medium',
    cell: ({ server }) => <Analysis insights={server?.insights} />,
    text: ({ server }) => (server?.insights ?? []).map(({ type, count }) => `${count} ${type}`).join(', '),
  },
  {
    id: 'cost',
    header: 'Cost (30d)',
    width: '104px',
    align: 'end',
    hideBelow: 'narrow',
    cell: ({ server }) => <OfServer count={server?.cost} write={shortCost} />,
    text: ({ server }) => String(server?.cost ?? ''),
  },
];

export const narrowSummaryColumns: readonly Column<TypeSummary>[] = [
  NAME,
  { ...COUNT, width: '64px' },
  { ...HEALTH, width: '128px' },
];

function PinButton({ type }: { type: string }): ReactElement {
  const isPinned = usePinnedTypes().includes(type);
  return (
    <button
      aria-label={`Favourite ${type}`}
      aria-pressed={isPinned}
      className={cx(
        'grid size-6 shrink-0 place-items-center rounded-control hover:bg-pressed hover:text-fg pointer-coarse:size-11',
        isPinned ? 'text-accent' : 'text-muted',
      )}
      type="button"
      onClick={() => pinType(type, !isPinned)}
    >
      <Icon className={isPinned ? 'fill-current' : ''} icon={Star} size={14} />
    </button>
  );
}

const PARTS: readonly {
  readonly state: keyof TypeSummary['health'];
  readonly shape: StatusShape;
  readonly colour: string;
}[] = [
  { state: 'unhealthy', shape: 'octagon', colour: 'text-unhealthy' },
  { state: 'warning', shape: 'triangle', colour: 'text-warning' },
  { state: 'healthy', shape: 'disc', colour: 'text-healthy' },
  { state: 'unknown', shape: 'ring', colour: 'text-unknown' },
];

/** A bar for the eye, and each state that there is with its number. */
function Health({ health }: { health: TypeSummary['health'] }): ReactElement {
  const { healthy, unhealthy, warning, unknown } = health;
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-2.5">
      <span aria-hidden className="inline-flex @max-[700px]:hidden">
        <HealthBar
          failed={unhealthy}
          label="Health"
          passed={healthy}
          text="none"
          unknown={unknown}
          warning={warning}
        />
      </span>
      {PARTS.filter(({ state }) => health[state] > 0).map(({ state, shape, colour }) => (
        <span
          className="inline-flex items-center gap-1 tabular"
          key={state}
          title={`${health[state]} ${state}`}
        >
          <span aria-hidden className={cx('inline-flex', colour)}>
            <StatusGlyph shape={shape} />
          </span>
          {shortCount(health[state])}
          <span className="sr-only"> {state}</span>
        </span>
      ))}
    </span>
  );
}

interface OfServerProps {
  /** Undefined where the server has not been asked, null where it does not say. */
  count: number | null | undefined;
  write: (count: number) => string;
}

function OfServer({ count, write }: OfServerProps): ReactElement {
  if (count === undefined || count === null) {
    return (
      <span className="text-muted">
        <span aria-hidden>–</span>
        <span className="sr-only">not known</span>
      </span>
    );
  }
  return <span className={cx('tabular', count === 0 && 'text-muted')}>{write(count)}</span>;
}

function Analysis({
  insights,
}: {
  insights: readonly { type: string; count: number }[] | undefined;
}): ReactElement {
  if (insights === undefined) return <OfServer count={undefined} write={shortCount} />;
  const words = insights
    .map(({ type, count }) => `${shortCount(count)} ${type.replaceAll('_', ' ')}`)
    .join(', ');
  return <span title={words}>{words}</span>;
}
