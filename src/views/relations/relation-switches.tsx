import type { ReactElement } from 'react';
import { readyGraph } from '#src/graph/ready-graph.ts';
import { Segmented } from '#src/ui/forms/segmented.tsx';
import { Switch } from '#src/ui/forms/switch.tsx';

interface RelationSwitchProps {
  /** Which way links are followed, or whether those that are not firm are. */
  of: 'Outgoing' | 'Incoming' | 'Soft';
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Spec 2: "Toggles Outgoing, Incoming, Soft". */
export function RelationSwitch({ of, isOn, onChange }: RelationSwitchProps): ReactElement {
  return (
    <Switch isSelected={isOn} onChange={onChange}>
      {of}
    </Switch>
  );
}

const VIEWS = [
  { id: 'table', label: 'Table' },
  { id: 'graph', label: 'Graph' },
] as const;

interface TableOrGraphProps {
  value: 'table' | 'graph';
  onChange: (value: 'table' | 'graph') => void;
}

/** Spec 2: "a Table/Graph switch". */
export function TableOrGraph(props: TableOrGraphProps): ReactElement {
  return (
    <div ref={readyGraph}>
      <Segmented label="Show as" options={VIEWS} {...props} />
    </div>
  );
}
