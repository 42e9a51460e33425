import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { afterPress } from '../after-press.ts';
import { cx } from '../class-names.ts';
import { CONTROL_STYLE } from './control-style.ts';
import { defined } from '../defined.ts';
import { FieldLabel, FieldNotes, type FieldTexts } from './field-parts.tsx';

export interface TextAreaProps extends FieldTexts {
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  /** Comes when a press that took the focus away is over. */
  onBlur?: (() => void) | undefined;
  onKeyDown?: ((event: KeyboardEvent<HTMLTextAreaElement>) => void) | undefined;
  name?: string | undefined;
  placeholder?: string | undefined;
  minRows?: number;
  maxRows?: number;
  maxLength?: number | undefined;
  disabledReason?: string | undefined;
  autoFocus?: boolean | undefined;
  isCode?: boolean;
  className?: string | undefined;
}

/** Several lines; grows with its text between `minRows` and `maxRows`, then scrolls. */
export function TextArea(props: TextAreaProps): ReactElement {
  const { label, isLabelHidden, help, error, isRequired, disabledReason, className, isCode = false } = props;
  const { defaultValue, onChange, onBlur, onKeyDown, name, placeholder, maxLength, autoFocus } = props;
  const { minRows = 3, maxRows = 14 } = props;
  const [ownValue, setOwnValue] = useState(defaultValue ?? '');
  const value = props.value ?? ownValue;
  const ref = useAutosize(minRows, maxRows);
  const isBlocked = disabledReason !== undefined;
  return (
    <AriaTextField
      {...defined({ onBlur: onBlur && (() => afterPress(onBlur)), name, maxLength, autoFocus, isRequired })}
      className={cx('flex flex-col gap-1.5', className)}
      isInvalid={error !== undefined}
      isReadOnly={isBlocked}
      validationBehavior="aria"
      value={value}
      onChange={(next) => {
        setOwnValue(next);
        onChange?.(next);
      }}
    >
      <FieldLabel isLabelHidden={isLabelHidden} isRequired={isRequired} label={label} />
      <AriaTextArea
        // Else the browser writes what was typed into its own session files; the app keeps drafts itself, and seals them.
        autoComplete="off"
        dir="auto"
        {...defined({ placeholder, onKeyDown })}
        className={cx(
          CONTROL_STYLE,
          'resize-none py-[calc((var(--control-height)-1.5rem)/2)] leading-(--text-body--line-height)',
          isCode && 'font-mono text-table',
          isBlocked && 'border-line! bg-transparent text-muted',
        )}
        ref={ref}
        rows={minRows}
      />
      <FieldNotes error={error} help={disabledReason ?? help} />
    </AriaTextField>
  );
}

/** Fits the height of a text area to its text after every render. `field-sizing` is not in every supported browser yet. */
export function useAutosize(minRows: number, maxRows: number): RefObject<HTMLTextAreaElement | null> {
  const ref = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = ref.current;
    if (area === null) return;
    // `rows` says how high an empty one is. Measuring lays the whole page out, and most fields of a page are empty.
    if (area.value === '') {
      area.style.height = '';
      area.style.overflowY = 'hidden';
      return;
    }
    const style = getComputedStyle(area);
    const lineHeight = Number.parseFloat(style.lineHeight) || 22;
    const frame = area.offsetHeight - area.clientHeight;
    const padding =
      (Number.parseFloat(style.paddingTop) || 0) + (Number.parseFloat(style.paddingBottom) || 0);
    const extra = frame + padding;
    area.style.height = 'auto';
    const wanted = Math.max(minRows * lineHeight + extra, area.scrollHeight + frame);
    const limit = maxRows * lineHeight + extra;
    area.style.height = `${Math.min(wanted, limit)}px`;
    area.style.overflowY = wanted > limit ? 'auto' : 'hidden';
  });
  return ref;
}
