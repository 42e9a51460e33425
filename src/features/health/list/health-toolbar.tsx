import { memo, type ReactElement } from 'react';
import type { HealthSearch, HealthView, SortColumn } from '../health-search.ts';
import { GroupBySelect, TabBySelect } from '#src/ui/table/group-by-select.tsx';
import { ToolbarSelect } from '#src/ui/filters/toolbar-select.tsx';

export interface ToolbarProps {
  view: HealthView;
  labelKeys: readonly string[];
  onChange: (change: HealthSearch) => void;
  /** Each control takes the whole width: inside the sheet of a small screen. */
  isStacked?: boolean;
}

const LAYOUT_OPTIONS = [
  { id: 'table', label: 'Table' },
  { id: 'card', label: 'Cards' },
] as const;
const CELL_OPTIONS = [
  { id: 'checkStatuses', label: 'Health' },
  { id: 'uptime', label: 'Uptime' },
  { id: 'latency', label: 'Latency' },
] as const;
/** Every column that sorts, by the name of its header, and what a person looks for first. */
const SORT_OPTIONS = [
  { id: 'failing', label: 'Failing first' },
  { id: 'name', label: 'Name' },
  { id: 'status', label: 'Health' },
  { id: 'uptime', label: 'Uptime' },
  { id: 'latency', label: 'Latency p95' },
  { id: 'type', label: 'Type' },
  { id: 'severity', label: 'Severity' },
  { id: 'last_transition_time', label: 'Transitioned' },
  { id: 'last_runtime', label: 'Last Run' },
] as const satisfies readonly { id: SortColumn; label: string }[];
const ORDER_OPTIONS = [
  { id: 'ascending', label: 'Ascending' },
  { id: 'descending', label: 'Descending' },
] as const;
const NO_PIVOT = '';

/** A select is dear to draw: it is drawn again for what it shows, not for every filter that is pressed. */
function isSameFor(...shown: readonly (keyof HealthView)[]) {
  return (before: ToolbarProps, after: ToolbarProps): boolean =>
    before.labelKeys === after.labelKeys &&
    before.onChange === after.onChange &&
    before.isStacked === after.isStacked &&
    shown.every((field) => before.view[field] === after.view[field]);
}

/** What the checks are gathered by. */
export const GroupControls = memo(
  function GroupControls(props: ToolbarProps): ReactElement {
    const { view, labelKeys, onChange, isStacked = false } = props;
    const className = isStacked ? 'w-full' : undefined;
    return (
      <>
        <GroupBySelect
          className={className}
          labelKeys={labelKeys}
          value={view.groupBy}
          onChange={(groupBy) => onChange({ groupBy })}
        />
        <TabBySelect
          className={className}
          labelKeys={labelKeys}
          value={view.tabBy}
          onChange={(tabBy) => onChange({ tabBy })}
        />
      </>
    );
  },
  isSameFor('groupBy', 'tabBy'),
);

/** How the checks are laid out: pivot, table or cards. */
export const LayoutControls = memo(
  function LayoutControls(props: ToolbarProps): ReactElement {
    const { view, labelKeys, onChange, isStacked = false } = props;
    const className = isStacked ? 'w-full' : undefined;
    return (
      <>
        {view.layout === 'table' && <PivotControls {...{ view, labelKeys, onChange, className }} />}
        {/* Cards have no headers to press, and a small screen has not all of them. */}
        {(view.layout === 'card' || isStacked) && <SortControls {...{ view, onChange, className }} />}
        <ToolbarSelect
          className={className}
          label="Layout:"
          options={LAYOUT_OPTIONS}
          value={view.layout}
          onChange={(id) => onChange({ layout: LAYOUT_OPTIONS.find((option) => option.id === id)?.id })}
        />
      </>
    );
  },
  isSameFor('layout', 'pivotBy', 'pivotLabel', 'pivotCellType', 'sortBy', 'sortDesc'),
);

function SortControls({
  view,
  onChange,
  className,
}: Pick<ToolbarProps, 'view' | 'onChange'> & { className: string | undefined }): ReactElement {
  return (
    <>
      <ToolbarSelect
        className={className}
        label="Sort By:"
        options={SORT_OPTIONS}
        value={view.sortBy}
        onChange={(id) => onChange({ sortBy: SORT_OPTIONS.find((option) => option.id === id)?.id })}
      />
      {view.sortBy !== 'failing' && (
        <ToolbarSelect
          className={className}
          label="Order:"
          options={ORDER_OPTIONS}
          value={view.sortDesc ? 'descending' : 'ascending'}
          onChange={(id) => onChange({ sortDesc: id === 'descending' })}
        />
      )}
    </>
  );
}

function PivotControls({
  view,
  labelKeys,
  onChange,
  className,
}: Omit<ToolbarProps, 'isStacked'> & { className: string | undefined }): ReactElement {
  const isPivoted = view.pivotBy === 'labels' && view.pivotLabel !== '';
  return (
    <>
      <ToolbarSelect
        className={className}
        label="Pivot By:"
        options={[
          { id: NO_PIVOT, label: 'None' },
          ...labelKeys.map((key) => ({ id: key, label: key, section: 'Labels' })),
        ]}
        value={isPivoted ? view.pivotLabel : NO_PIVOT}
        onChange={(key) =>
          onChange(
            key === NO_PIVOT
              ? { pivotBy: undefined, pivotLabel: undefined, pivotCellType: undefined }
              : { pivotBy: 'labels', pivotLabel: key },
          )
        }
      />
      {isPivoted && (
        <ToolbarSelect
          className={className}
          label="Cell:"
          options={CELL_OPTIONS}
          value={view.pivotCellType}
          onChange={(id) => onChange({ pivotCellType: CELL_OPTIONS.find((option) => option.id === id)?.id })}
        />
      )}
    </>
  );
}
