import { ChevronsUpDown } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { gathered } from '#src/lib/gathered.ts';
import { Button } from '#src/ui/button.tsx';
import { SearchField } from '#src/ui/filters/search-field.tsx';
import { Checkbox } from '#src/ui/forms/checkbox.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { Popover } from '#src/ui/overlays/popover.tsx';
import type { LabelPair } from './topology-search.ts';

interface LabelPickerProps {
  choices: readonly { readonly key: string; readonly values: readonly string[] }[];
  chosen: readonly LabelPair[];
  onChange: (chosen: readonly LabelPair[]) => void;
}

/** Shorter lists are read faster than searched. */
const SEARCH_FROM = 8;
/** Shown at once; typing finds the others. */
const MAX_SHOWN = 50;

const textOf = ({ key, value }: LabelPair): string => `${key}=${value}`;

/** Labels that must all be there, one value of each name; a cluster has thousands of them. */
export function LabelPicker(props: LabelPickerProps): ReactElement {
  const { chosen } = props;
  return (
    <Popover
      className="flex w-[min(24rem,calc(100vw-1rem))] flex-col gap-2 p-2!"
      label="Labels filter"
      trigger={
        <Button className="max-w-full min-w-0 shrink!" variant="secondary">
          <span className="font-normal text-muted">Labels:</span>{' '}
          <span className="min-w-0 truncate">{summaryOf(chosen)}</span>
          <Icon className="ms-auto text-muted" icon={ChevronsUpDown} size={14} />
        </Button>
      }
    >
      <Choices {...props} />
    </Popover>
  );
}

/** Spec 2: "label filters collapse above 4 selected". */
const COLLAPSE_ABOVE = 4;

function summaryOf(chosen: readonly LabelPair[]): string {
  if (chosen.length === 0) return 'All';
  return chosen.length > COLLAPSE_ABOVE ? `${chosen.length} selected` : chosen.map(textOf).join(', ');
}

/** The chosen ones come first. Their order is taken when the list opens, so that nothing moves while choosing. */
function Choices({ choices, chosen, onChange }: LabelPickerProps): ReactElement {
  const [text, setText] = useState('');
  const [ordered] = useState(() => {
    const taken = new Set(chosen.map(textOf));
    const all = choices.flatMap(({ key, values }) => values.map((value): LabelPair => ({ key, value })));
    return [...chosen, ...all.filter((pair) => !taken.has(textOf(pair)))];
  });
  const words = text.toLocaleLowerCase().split(/\s+/u);
  const found = ordered.filter((pair) =>
    words.every((word) => textOf(pair).toLocaleLowerCase().includes(word)),
  );
  const shown = found.slice(0, MAX_SHOWN);
  const isChosen = (pair: LabelPair): boolean => chosen.some((each) => textOf(each) === textOf(pair));
  const set = (pair: LabelPair, isOn: boolean): void => {
    const others = chosen.filter(({ key }) => key !== pair.key);
    onChange(isOn ? [...others, pair] : others);
  };
  return (
    <>
      {ordered.length > SEARCH_FROM && (
        <SearchField label="Find labels" placeholder="Find" value={text} onChange={setText} />
      )}
      <div className="max-h-80 min-h-0 overflow-auto pt-1">
        {[...gathered(shown, ({ key }) => key)].map(([key, pairs]) => (
          <fieldset aria-label={key} className="flex flex-col px-2 pb-1.5" key={key}>
            <p aria-hidden className="text-caption font-medium text-muted wrap-any">
              {key}
            </p>
            {pairs.map((pair) => (
              <Checkbox isSelected={isChosen(pair)} key={pair.value} onChange={(isOn) => set(pair, isOn)}>
                <span className="wrap-any">
                  {pair.value === '' ? <span className="text-muted">(empty)</span> : pair.value}
                </span>
              </Checkbox>
            ))}
          </fieldset>
        ))}
        {shown.length === 0 && (
          <p className="px-2 py-1.5 text-table text-muted">
            {ordered.length === 0 ? 'No labels on this device' : 'Nothing matches'}
          </p>
        )}
      </div>
      {(chosen.length > 0 || shown.length < found.length) && (
        <div className="flex min-h-control-small items-center gap-2 border-t border-line pt-2 text-table text-muted">
          <span className="min-w-0 flex-1 ps-2">
            {shown.length < found.length &&
              `${shown.length} of ${found.length.toLocaleString()}: type to find the others`}
          </span>
          {chosen.length > 0 && (
            <Button size="small" variant="ghost" onPress={() => onChange([])}>
              Clear
            </Button>
          )}
        </div>
      )}
    </>
  );
}
