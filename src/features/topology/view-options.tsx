import { SlidersHorizontal } from 'lucide-react';
import { useId, type ReactElement } from 'react';
import { IconButton } from '#src/ui/button.tsx';
import { Switch } from '#src/ui/forms/switch.tsx';
import { Popover } from '#src/ui/overlays/popover.tsx';
import { CARD_SIZES, SLIDER, type CardSize } from './card/card-size.ts';
import { setCardWidth, useCardWidth } from './card/card-width.ts';
import type { TopologySearch, TopologyView } from './topology-search.ts';

interface ViewOptionsProps {
  view: TopologyView;
  onChange: (part: TopologySearch) => void;
}

const SIZES: readonly { readonly id: CardSize; readonly label: string }[] = [
  { id: 'small', label: 'Small' },
  { id: 'medium', label: 'Medium' },
  { id: 'large', label: 'Large' },
  { id: 'extra_large', label: 'Extra large' },
];

/** How wide cards are, and whether hidden components are shown. */
export function ViewOptions({ view, onChange }: ViewOptionsProps): ReactElement {
  return (
    <Popover
      className="w-72"
      label="Display"
      placement="bottom end"
      trigger={<IconButton icon={SlidersHorizontal} label="Display" variant="secondary" />}
    >
      <div className="flex flex-col gap-4">
        <CardWidth />
        <Switch
          isSelected={view.showHiddenComponents === 'yes'}
          onChange={(isOn) => onChange({ showHiddenComponents: isOn ? 'yes' : undefined })}
        >
          Show hidden components
        </Switch>
      </div>
    </Popover>
  );
}

function CardWidth(): ReactElement {
  const width = useCardWidth();
  const labelId = useId();
  return (
    <div className="flex flex-col gap-2 text-table">
      <label className="flex justify-between font-medium" htmlFor={labelId}>
        Card width <span className="tabular font-normal text-muted">{width} px</span>
      </label>
      <input
        className="h-target w-full accent-(--accent-solid)"
        id={labelId}
        max={SLIDER.max}
        min={SLIDER.min}
        step={SLIDER.step}
        type="range"
        value={width}
        onChange={(event) => setCardWidth(event.currentTarget.valueAsNumber)}
      />
      <fieldset aria-label="Card size" className="grid grid-cols-4 gap-1">
        {SIZES.map(({ id, label }) => (
          <button
            aria-pressed={width === CARD_SIZES[id]}
            className="min-h-target rounded-control border border-line px-1 py-1 aria-pressed:border-accent aria-pressed:bg-selected"
            key={id}
            type="button"
            onClick={() => setCardWidth(CARD_SIZES[id])}
          >
            {label}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
