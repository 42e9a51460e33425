import type { ReactElement } from 'react';
import { configTypeFromUrl } from '#src/lib/config-type.ts';
import { formatTriState, parseTriState } from '#src/lib/tri-state.ts';
import { Switch } from '#src/ui/forms/switch.tsx';
import { TriStateFilter, type TriStateSource } from '#src/ui/filters/tri-state-filter.tsx';
import type { ControlProps, FilterField } from '#src/views/list/list-filters.tsx';
import { RelationSwitch } from '#src/views/relations/relation-switches.tsx';
import { HEALTHS } from '../../list/catalog-filters.tsx';
import { valuesOf } from '../../values-of.tsx';
import { typeValue, type RelationParams } from './relation-search.ts';

type Props = ControlProps<RelationParams>;

const TypeValues = valuesOf('config_items', 'type', typeValue);
const StatusValues = valuesOf('config_items', 'status');

/** Spec 2: "Toggles Outgoing, Incoming, Soft"; spec 7 has the others. */
export const relationFilters: readonly FilterField<RelationParams>[] = [
  { kind: 'slot', id: 'outgoing', Control: Outgoing },
  { kind: 'slot', id: 'incoming', Control: Incoming },
  { kind: 'slot', id: 'soft', Control: Soft },
  { kind: 'slot', id: 'configTypes', Control: Types },
  { kind: 'slot', id: 'status', Control: Statuses },
  { kind: 'slot', id: 'health', Control: Healths },
  { kind: 'slot', id: 'hideDeleted', Control: HideDeleted },
];

function Outgoing({ view, change }: Props): ReactElement {
  return (
    <RelationSwitch
      isOn={view.outgoing}
      of="Outgoing"
      onChange={(isOn) => change({ outgoing: isOn ? undefined : false })}
    />
  );
}

function Incoming({ view, change }: Props): ReactElement {
  return (
    <RelationSwitch
      isOn={view.incoming}
      of="Incoming"
      onChange={(isOn) => change({ incoming: isOn ? true : undefined })}
    />
  );
}

function Soft({ view, change }: Props): ReactElement {
  return (
    <RelationSwitch
      isOn={view.relation === 'soft'}
      of="Soft"
      onChange={(isOn) => change({ relation: isOn ? 'soft' : undefined })}
    />
  );
}

function HideDeleted({ view, change }: Props): ReactElement {
  return (
    <Switch
      isSelected={view.hideDeleted}
      onChange={(isHiding) => change({ hideDeleted: isHiding ? undefined : false })}
    >
      Hide deleted
    </Switch>
  );
}

interface ValuesProps extends Props {
  param: 'configTypes' | 'status' | 'health';
  label: string;
  options: readonly { readonly id: string; readonly label: string }[];
  Source?: TriStateSource;
  titleOf?: (value: string) => string;
}

function Values({ param, label, view, change, ...shown }: ValuesProps): ReactElement {
  return (
    <TriStateFilter
      {...shown}
      items={parseTriState(view[param])}
      label={label}
      onChange={(items) => change({ [param]: formatTriState(items) })}
    />
  );
}

function Types(props: Props): ReactElement {
  return (
    <Values
      {...props}
      Source={TypeValues}
      label="Type"
      options={[]}
      param="configTypes"
      titleOf={configTypeFromUrl}
    />
  );
}

function Statuses(props: Props): ReactElement {
  return <Values {...props} Source={StatusValues} label="Status" options={[]} param="status" />;
}

function Healths(props: Props): ReactElement {
  return <Values {...props} label="Health" options={HEALTHS} param="health" />;
}
