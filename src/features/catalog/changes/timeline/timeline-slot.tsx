import { ChartGantt } from 'lucide-react';
import type { ReactElement } from 'react';
import { late } from '#src/ui/late.tsx';
import { ToolbarSelect } from '#src/ui/filters/toolbar-select.tsx';
import type { ControlProps } from '#src/views/list/list-filters.tsx';
import type { ShownRows } from '#src/views/list/list-spec.ts';
import type { Change } from '../change-row.ts';
import type { ChangeParams } from '../change-search.ts';
import type { ChangeTimelineProps } from './change-timeline.tsx';
import { LANES_BY } from './lanes.ts';

/** Comes when somebody wants it. */
const ChangeTimeline = late<ChangeTimelineProps>(
  async () => (await import('./change-timeline.tsx')).ChangeTimeline,
);

const OPTIONS = [
  { id: 'off', label: 'Off' },
  { id: 'type', label: 'By type' },
  { id: 'item', label: 'By catalog item' },
  { id: 'author', label: 'By author' },
] as const;

/** Whether the changes are drawn over their time, and what its lanes are. */
export function TimelineControl({ view, change }: ControlProps<ChangeParams>): ReactElement {
  return (
    <ToolbarSelect
      icon={ChartGantt}
      label="Timeline:"
      options={OPTIONS}
      value={view.timeline ?? 'off'}
      onChange={(id) => change({ timeline: LANES_BY.find((by) => by === id) })}
    />
  );
}

/** The table, and over it the timeline where it is wanted. */
export function withTimeline(table: ReactElement, shown: ShownRows<ChangeParams, Change>): ReactElement {
  return (
    <>
      <TimelineAbove {...shown} />
      {table}
    </>
  );
}

/** Nothing where there is nothing to draw. */
function TimelineAbove(props: ShownRows<ChangeParams, Change>): ReactElement | null {
  const { view, source } = props;
  if (view.timeline === undefined || source.lines.length === 0) return null;
  return <ChangeTimeline {...props} by={view.timeline} />;
}
