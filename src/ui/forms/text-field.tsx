import type { HTMLInputAutoCompleteAttribute, ReactElement, ReactNode, Ref } from 'react';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { afterPress } from '../after-press.ts';
import { cx } from '../class-names.ts';
import { CONTROL_STYLE } from './control-style.ts';
import { defined } from '../defined.ts';
import { FieldLabel, FieldNotes, type FieldTexts } from './field-parts.tsx';

export interface TextFieldProps extends FieldTexts {
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  /** Comes when a press that took the focus away is over. */
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  type?: 'text' | 'email' | 'password' | 'url' | 'tel' | 'number';
  placeholder?: string | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'url' | 'search' | undefined;
  maxLength?: number | undefined;
  isReadOnly?: boolean | undefined;
  /** The field cannot be used; the reason stands under it. It stays readable and focusable. */
  disabledReason?: string | undefined;
  autoFocus?: boolean | undefined;
  /** Monospace, for ids and expressions. */
  isCode?: boolean;
  /** Inside the frame, right (a show-password button, a unit). */
  trailing?: ReactNode;
  className?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** One line of text: label above, help or error below. */
export function TextField(props: TextFieldProps): ReactElement {
  const { label, isLabelHidden, help, error, isRequired, disabledReason, placeholder, inputMode, inputRef } =
    props;
  const { isCode = false, trailing, className, isReadOnly = false, type = 'text' } = props;
  const { value, defaultValue, onChange, onBlur, name, autoComplete, maxLength, autoFocus } = props;
  const isBlocked = disabledReason !== undefined;
  return (
    <AriaTextField
      {...defined({
        value,
        defaultValue,
        onChange,
        onBlur: onBlur && (() => afterPress(onBlur)),
        name,
        maxLength,
        autoFocus,
        isRequired,
      })}
      className={cx('flex flex-col gap-1.5', className)}
      isInvalid={error !== undefined}
      isReadOnly={isReadOnly || isBlocked}
      type={type}
      validationBehavior="aria"
    >
      <FieldLabel isLabelHidden={isLabelHidden} isRequired={isRequired} label={label} />
      <Group className="relative flex items-center outline-none">
        <Input
          // Unless a form asks for a password manager: what was typed would lie in the browser's own session files.
          autoComplete={autoComplete ?? 'off'}
          dir="auto"
          {...defined({ placeholder, inputMode, ref: inputRef })}
          className={cx(
            CONTROL_STYLE,
            'h-control',
            isCode && 'font-mono text-table',
            // Beside what stands there, whichever way the text goes.
            trailing !== undefined && 'pr-10',
            isBlocked && 'border-line! bg-transparent text-muted',
          )}
        />
        {trailing !== undefined && <span className="absolute right-0.5 flex items-center">{trailing}</span>}
      </Group>
      <FieldNotes error={error} help={disabledReason ?? help} />
    </AriaTextField>
  );
}
