import type { ReactElement } from 'react';
import type { TopologyChoices } from '#sync/protocol/topology.ts';
import { ToolbarSelect } from '#src/ui/filters/toolbar-select.tsx';
import { FilterPlace } from '#src/views/list/filter-place.tsx';
import { LabelPicker } from './label-picker.tsx';
import {
  labelPairs,
  SORTS,
  writeLabelPairs,
  type TopologySearch,
  type TopologyView,
} from './topology-search.ts';

interface TopologyControlProps {
  view: TopologyView;
  choices: TopologyChoices;
  onChange: (part: TopologySearch) => void;
}

/** Reference P1: "'All' removes a filter". */
const ALL = 'All';

interface Choice {
  readonly id: string;
  readonly label: string;
}

function withAll(values: readonly Choice[]): readonly Choice[] {
  return [{ id: ALL, label: ALL }, ...values];
}

const plain = (values: readonly string[]): readonly Choice[] =>
  withAll(values.map((value) => ({ id: value, label: value })));

/** Spec 2: "filters Health, Type, Team, Labels, Agent". */
export function TopologyFilters({ view, choices, onChange }: TopologyControlProps): ReactElement {
  const pick = (id: string): string | undefined => (id === ALL ? undefined : id);
  const value = (held: string | undefined): string => (held === undefined || held === '' ? ALL : held);
  return (
    <FilterPlace>
      <ToolbarSelect
        label="Health:"
        options={plain(choices.statuses)}
        value={value(view.status)}
        onChange={(id) => onChange({ status: pick(id) })}
      />
      <ToolbarSelect
        label="Type:"
        options={plain(choices.types)}
        value={value(view.type)}
        onChange={(id) => onChange({ type: pick(id) })}
      />
      <ToolbarSelect
        label="Team:"
        options={plain(choices.teams)}
        value={value(view.team)}
        onChange={(id) => onChange({ team: pick(id) })}
      />
      <LabelPicker
        choices={choices.labels}
        chosen={labelPairs(view.labels)}
        onChange={(chosen) => onChange({ labels: chosen.length === 0 ? undefined : writeLabelPairs(chosen) })}
      />
      <ToolbarSelect
        label="Agent:"
        options={withAll(choices.agents.map(({ id, name }) => ({ id, label: name })))}
        value={value(view.agent_id)}
        onChange={(id) => onChange({ agent_id: pick(id) })}
      />
    </FilterPlace>
  );
}

const SORT_NAMES: Readonly<Record<(typeof SORTS)[number], string>> = {
  status: 'Status',
  name: 'Name',
  type: 'Type',
  updated_at: 'Updated',
};
const FIGURE = 'field:';

/** Spec 2: "a sort control (default status descending)". */
export function TopologySort({ view, choices, onChange }: TopologyControlProps): ReactElement {
  const options = [
    ...SORTS.map((id) => ({ id, label: SORT_NAMES[id] })),
    ...choices.figures.map((name) => ({ id: `${FIGURE}${name}`, label: name, section: 'Figures' })),
  ];
  const isStatus = view.sortBy === 'status';
  return (
    <>
      <ToolbarSelect
        label="Sort By:"
        options={options}
        value={view.sortBy}
        onChange={(sortBy) => onChange({ sortBy })}
      />
      <ToolbarSelect
        label="Order:"
        options={[
          { id: 'desc', label: isStatus ? 'Worst first' : 'Descending' },
          { id: 'asc', label: isStatus ? 'Best first' : 'Ascending' },
        ]}
        value={view.sortOrder}
        onChange={(id) => onChange({ sortOrder: id === 'asc' ? 'asc' : 'desc' })}
      />
    </>
  );
}
