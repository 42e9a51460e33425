import { ChevronDown } from 'lucide-react';
import { memo, Suspense, type ComponentType, type FunctionComponent, type ReactElement } from 'react';
import { own } from '#sync/protocol/own.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { Popover } from '#src/ui/overlays/popover.tsx';
import { SkeletonBar } from '#src/ui/marks/skeleton.tsx';
import { FilterPlace } from './filter-place.tsx';
import type { Params, SearchOf, ViewOf } from './search-spec.ts';
import type { ListAddress } from './use-list-address.ts';

/** A list of names that is searched; it is made when somebody opens it. */
export interface PickerProps {
  value: string | undefined;
  onPick: (id: string | undefined) => void;
  close: () => void;
}

/** What a control of a list is given. */
export interface ControlProps<P extends Params> {
  view: ViewOf<P>;
  change: (part: SearchOf<P>) => void;
}

/** A filter beside the search: one of a few values, one of many names, or a control of its own. */
export type FilterField<P extends Params> =
  | {
      readonly kind: 'choice';
      readonly param: keyof P & string;
      readonly label: string;
      readonly anyLabel: string;
      readonly values: readonly string[];
      readonly titleOf: (value: string) => string;
    }
  | {
      readonly kind: 'pick';
      readonly param: keyof P & string;
      readonly label: string;
      readonly Picker: ComponentType<PickerProps>;
    }
  | { readonly kind: 'slot'; readonly id: string; readonly Control: FunctionComponent<ControlProps<P>> };

interface ListFiltersProps<P extends Params> {
  fields: readonly FilterField<P>[];
  address: ListAddress<P>;
}

/** One menu per filter, beside the search or on the smallest screens in a sheet. */
export function ListFilters<P extends Params>({ fields, address }: ListFiltersProps<P>): ReactElement {
  const { view, spec, change } = address;
  return (
    <FilterPlace>
      {fields.map((field) => {
        if (field.kind === 'slot') return <field.Control change={change} key={field.id} view={view} />;
        const none = own(spec.params, field.param)?.none;
        const value = own<unknown>(view, field.param);
        return (
          <OneFilter
            field={field}
            key={field.param}
            none={typeof none === 'string' ? none : undefined}
            value={typeof value === 'string' && value !== none ? value : undefined}
            onChange={change}
          />
        );
      })}
    </FilterPlace>
  );
}

interface OneFilterProps<P extends Params> {
  field: Exclude<FilterField<P>, { kind: 'slot' }>;
  value: string | undefined;
  none: string | undefined;
  onChange: (part: SearchOf<P>) => void;
}

/** Not drawn again for another search: making buttons with their menus would hold up the rows. */
const OneFilter = memo(function OneFilter<P extends Params>(props: OneFilterProps<P>): ReactElement {
  const { field, value, none, onChange } = props;
  // as: one parameter with a value it is offered for
  const pick = (next: string | undefined): void => onChange({ [field.param]: next ?? none } as SearchOf<P>);
  if (field.kind === 'choice') return <ChoiceMenu field={field} value={value} onPick={pick} />;
  const { label, Picker } = field;
  return (
    <Popover className="w-72" label={`${label} filter`} trigger={<FilterButton label={label} />}>
      {(close) => (
        <Suspense fallback={<FieldPlace />}>
          <Picker close={close} value={value} onPick={pick} />
        </Suspense>
      )}
    </Popover>
  );
}) as <P extends Params>(props: OneFilterProps<P>) => ReactElement; // as: memo forgets the type parameter

interface ChoiceMenuProps {
  field: Extract<FilterField<Params>, { kind: 'choice' }>;
  value: string | undefined;
  onPick: (value: string | undefined) => void;
}

function ChoiceMenu({ field, value, onPick }: ChoiceMenuProps): ReactElement {
  const { label, anyLabel, values, titleOf } = field;
  const items = values.map((one) => ({
    id: one,
    label: titleOf(one),
    isChosen: one === value,
    onAction: () => onPick(one),
  }));
  const any = {
    id: 'any',
    label: anyLabel,
    isChosen: value === undefined,
    onAction: () => onPick(undefined),
  };
  return (
    <Menu
      groups={[
        { id: 'any', items: [any] },
        { id: 'values', items },
      ]}
      label={`${label} filter`}
      trigger={<FilterButton label={label} />}
    />
  );
}

/** As high as the field that is on its way: an empty panel would open as a sliver. */
function FieldPlace(): ReactElement {
  return (
    <div className="flex flex-col gap-1.5">
      <SkeletonBar className="my-1 w-20" />
      <SkeletonBar className="h-control" />
    </div>
  );
}

/** A header that sorts may have the same word on it. */
function FilterButton({ label, ...rest }: { label: string }): ReactElement {
  return (
    <Button {...rest} aria-label={`${label} filter`} className="text-muted!" variant="secondary">
      {label}
      <Icon icon={ChevronDown} size={14} />
    </Button>
  );
}
