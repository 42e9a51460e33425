import { ChevronsUpDown } from 'lucide-react';
import { use, useRef, type KeyboardEvent, type ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Group } from 'react-aria-components/Group';
import { Input, InputContext } from 'react-aria-components/Input';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { useSlottedContext } from 'react-aria-components/slots';
import { cx } from '../class-names.ts';
import { CONTROL_STYLE } from './control-style.ts';
import { defined } from '../defined.ts';
import { FieldLabel, FieldNotes, type FieldTexts } from './field-parts.tsx';
import { Icon } from '../marks/icon.tsx';
import { OptionList, type Option } from './option-list.tsx';
import { POPOVER_STYLE } from '../overlays/popover.tsx';

export interface ComboboxProps extends FieldTexts {
  /** At most ~300; longer lists are filtered by the caller through `onInputChange`. */
  options: readonly Option[];
  value: string | null;
  onChange: (id: string | null) => void;
  inputValue?: string | undefined;
  onInputChange?: ((text: string) => void) | undefined;
  /**
   * The field is left with this text in it. The owner of the input says what becomes of it; without an owner it goes
   * back to the name of what is chosen.
   */
  onLeave?: ((text: string) => void) | undefined;
  /** Any text may stay in the field, beside the options; its owner hears it by `onLeave`. */
  isFree?: boolean;
  placeholder?: string | undefined;
  /** What the list says when nothing matches. */
  empty?: string;
  /** What has to be known of the options: under the list, and told with the field to those who do not see it. */
  note?: string | undefined;
  className?: string | undefined;
}

/** A text field that completes to one of many options. */
export function Combobox(props: ComboboxProps): ReactElement {
  const { label, isLabelHidden, help, error, isRequired, options, value, onChange, className, placeholder } =
    props;
  const { inputValue, onInputChange, empty = 'Nothing matches', isFree = false, note } = props;
  const leaving = useLeaving(props);
  return (
    <ComboBox
      {...defined({ inputValue, onInputChange, isRequired })}
      allowsCustomValue={isFree}
      allowsEmptyCollection
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
      // The caller filters when it owns the input; React Aria does otherwise.
      {...(inputValue === undefined ? { defaultItems: options } : { items: options })}
      isInvalid={error !== undefined}
      // With an error the focus comes by itself, and the list would lie over its words.
      menuTrigger={error === undefined ? 'focus' : 'input'}
      validationBehavior="aria"
      value={value}
      onBlur={leaving.handleBlur}
      onChange={(key) => {
        if (!leaving.isOwn(key)) onChange(key === null ? null : String(key));
      }}
      onFocus={leaving.handleFocus}
    >
      <FieldLabel isLabelHidden={isLabelHidden} isRequired={isRequired} label={label} />
      <Group className="relative flex items-center outline-none" onKeyDownCapture={leaving.handleKey}>
        <KeptInput placeholder={placeholder} />
        <AriaButton className="absolute end-1 grid size-6 place-items-center rounded-control text-muted data-hovered:bg-hover pointer-coarse:size-11">
          <Icon icon={ChevronsUpDown} size={14} />
        </AriaButton>
      </Group>
      <FieldNotes error={error} help={help} />
      {note !== undefined && (
        <Text className="sr-only" slot="description">
          {note}
        </Text>
      )}
      {/* No wider than the field, so that a long option is cut and does not reach over the edge of its dialog. */}
      <Popover
        className={cx(POPOVER_STYLE, 'min-w-(--trigger-width) max-w-[max(var(--trigger-width),16rem)]')}
        offset={4}
      >
        <OptionList empty={empty} />
        {note !== undefined && (
          <p aria-hidden className="border-t border-line px-3 py-2 text-table text-muted wrap-any">
            {note}
          </p>
        )}
      </Popover>
    </ComboBox>
  );
}

/**
 * The field itself. React Aria empties it on Escape when nothing is chosen: here the list closes and the text stays, and
 * with the list closed Escape is for the layer around.
 */
function KeptInput({ placeholder }: Pick<ComboboxProps, 'placeholder'>): ReactElement {
  const input = useSlottedContext(InputContext);
  const state = use(ComboBoxStateContext);
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const isText = state !== null && state.selectionManager.isEmpty && state.inputValue !== '';
    if (event.key !== 'Escape' || !isText) return input?.onKeyDown?.(event);
    if (!state.isOpen) return;
    event.stopPropagation();
    // Its `close` would choose, which here is to choose nothing.
    state.toggle();
  };
  return (
    <InputContext value={{ ...input, onKeyDown: handleKeyDown }}>
      <Input
        autoComplete="off"
        className={cx(CONTROL_STYLE, 'h-control pr-9 text-table')}
        dir="auto"
        {...defined({ placeholder })}
      />
    </InputContext>
  );
}

interface Leaving {
  readonly handleKey: (event: KeyboardEvent) => void;
  readonly handleFocus: () => void;
  readonly handleBlur: () => void;
  /** React Aria names the present choice once more when a text is left beside it: that is no choice of the person. */
  readonly isOwn: (key: string | number | null) => boolean;
}

function useLeaving({ inputValue = '', onLeave, value }: ComboboxProps): Leaving {
  const isLeft = useRef(false);
  return {
    handleKey: (event) => {
      const isOnOption =
        event.target instanceof Element && event.target.hasAttribute('aria-activedescendant');
      isLeft.current = !isOnOption && (event.key === 'Tab' || event.key === 'Enter');
      if (event.key === 'Enter' && isLeft.current) onLeave?.(inputValue);
    },
    handleFocus: () => {
      isLeft.current = false;
    },
    handleBlur: () => {
      isLeft.current = true;
      onLeave?.(inputValue);
    },
    isOwn: (key) => onLeave !== undefined && isLeft.current && key === value,
  };
}
