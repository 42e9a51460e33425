import { Search, X } from 'lucide-react';
import { useId, useState, type KeyboardEvent, type ReactElement, type Ref } from 'react';
import { Input } from 'react-aria-components/Input';
import { useObjectRef } from 'react-aria/useObjectRef';
import { cx } from '../class-names.ts';
import { CONTROL_STYLE } from '../forms/control-style.ts';
import { Icon } from '../marks/icon.tsx';

export interface SearchFieldProps {
  /** Accessible name, e.g. "Search incidents". */
  label: string;
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  onSubmit?: ((value: string) => void) | undefined;
  /** The focus goes elsewhere. */
  onLeave?: (() => void) | undefined;
  placeholder?: string | undefined;
  /** The key that focuses it, shown inside while it is empty. */
  shortcut?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  className?: string | undefined;
}

/** Search in this page; Escape and the cross clear it. Not the widget library's, which brings the checks of a form. */
export function SearchField(props: SearchFieldProps): ReactElement {
  const { label, value, defaultValue = '', onChange, onSubmit, onLeave } = props;
  const { placeholder = label, shortcut, inputRef, className } = props;
  const id = useId();
  const input = useObjectRef(inputRef);
  const [own, setOwn] = useState(defaultValue);
  const text = value ?? own;
  const type = (next: string): void => {
    setOwn(next);
    onChange?.(next);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isChord(event)) return;
    const isSubmit = event.key === 'Enter' && onSubmit !== undefined;
    const isClear = event.key === 'Escape' && event.currentTarget.value !== '';
    if (!isSubmit && !isClear) return;
    // Nobody else's: an Escape that clears does not close the dialog around it as well.
    event.preventDefault();
    event.stopPropagation();
    if (isClear) type('');
    else onSubmit?.(text);
  };
  return (
    <div className={cx('group min-w-0', className)} data-empty={text === '' || undefined}>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <div className="relative flex items-center">
        <Icon className="pointer-events-none absolute start-2.5 text-muted" icon={Search} />
        <Input
          autoComplete="off"
          className={cx(
            CONTROL_STYLE,
            'h-control ps-8 pe-8 text-table [&::-webkit-search-cancel-button]:hidden',
          )}
          dir="auto"
          id={id}
          placeholder={placeholder}
          ref={input}
          type="search"
          value={text}
          onBlur={onLeave}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
        />
        {shortcut !== undefined && (
          <kbd
            aria-hidden
            className="pointer-events-none absolute end-2 hidden rounded-[4px] border border-line px-1 text-caption text-muted group-data-empty:block pointer-coarse:hidden!"
          >
            {shortcut}
          </kbd>
        )}
        <button
          aria-label="Clear search"
          className="absolute end-1 grid size-6 place-items-center rounded-control text-muted group-data-empty:hidden hover:bg-hover pointer-coarse:size-11"
          tabIndex={-1}
          type="button"
          onClick={() => {
            input.current?.focus();
            type('');
          }}
          // The field keeps the focus: who leaves it commits, and a keyboard on the screen would go and come.
          onMouseDown={(event) => event.preventDefault()}
        >
          <Icon icon={X} size={14} />
        </button>
      </div>
    </div>
  );
}

/** A key that is held, or pressed with others, or chooses among the characters that a text may become. */
function isChord(event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey, repeat, nativeEvent } = event;
  return altKey || ctrlKey || metaKey || shiftKey || repeat || nativeEvent.isComposing;
}
