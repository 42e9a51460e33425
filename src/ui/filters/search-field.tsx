import { Search, X } from 'lucide-react';
import type { ReactElement, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField';
import { cx } from '../class-names.ts';
import { defined } from '../defined.ts';
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

/** Search in this page; Escape and the cross clear it. */
export function SearchField(props: SearchFieldProps): ReactElement {
  const {
    label,
    value,
    defaultValue,
    onChange,
    onSubmit,
    onLeave,
    placeholder = label,
    shortcut,
    inputRef,
    className,
  } = props;
  return (
    <AriaSearchField
      {...defined({ value, defaultValue, onChange, onSubmit, onBlur: onLeave })}
      className={cx('group min-w-0', className)}
    >
      <Label className="sr-only">{label}</Label>
      <Group className="relative flex items-center outline-none">
        <Icon className="pointer-events-none absolute start-2.5 text-muted" icon={Search} />
        <Input
          autoComplete="off"
          dir="auto"
          {...defined({ ref: inputRef })}
          className={cx(
            CONTROL_STYLE,
            'h-control ps-8 pe-8 text-table [&::-webkit-search-cancel-button]:hidden',
          )}
          placeholder={placeholder}
        />
        {shortcut !== undefined && (
          <kbd
            aria-hidden
            className="pointer-events-none absolute end-2 hidden rounded-[4px] border border-line px-1 text-caption text-muted group-data-empty:block pointer-coarse:hidden!"
          >
            {shortcut}
          </kbd>
        )}
        <AriaButton
          aria-label="Clear search"
          className="absolute end-1 grid size-6 place-items-center rounded-control text-muted group-data-empty:hidden data-hovered:bg-hover pointer-coarse:size-11"
        >
          <Icon icon={X} size={14} />
        </AriaButton>
      </Group>
    </AriaSearchField>
  );
}
