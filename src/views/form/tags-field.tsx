import { X } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { IconButton } from '#src/ui/button.tsx';
import { TextField, type TextFieldProps } from '#src/ui/forms/text-field.tsx';

interface TagsFieldProps extends Pick<
  TextFieldProps,
  'label' | 'help' | 'error' | 'isRequired' | 'placeholder' | 'disabledReason' | 'autoFocus'
> {
  value: readonly string[];
  onChange: (tags: readonly string[]) => void;
  onBlur: () => void;
}

/** Short texts of which none is there twice: Enter, a comma and leaving the field add what is typed. */
export function TagsField({ value, onChange, onBlur, ...field }: TagsFieldProps): ReactElement {
  const [typed, setTyped] = useState('');
  const add = (text: string): void => {
    const tags = text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '');
    setTyped('');
    if (tags.length > 0) onChange([...new Set([...value, ...tags])]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field bubble here
    <div
      className="flex min-w-0 flex-col gap-1.5"
      onKeyDown={(event) => {
        // With nothing typed Enter sends the form, as in any other field.
        if (event.key !== 'Enter' || typed.trim() === '' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        add(typed);
      }}
    >
      <TextField
        {...field}
        placeholder={field.placeholder ?? 'Type one and press Enter'}
        value={typed}
        onBlur={() => {
          add(typed);
          onBlur();
        }}
        onChange={(next) => (next.includes(',') ? add(next) : setTyped(next))}
      />
      {value.length > 0 && (
        <ul aria-label={field.label} className="flex flex-wrap gap-1.5">
          {value.map((tag) => (
            <li
              className="flex max-w-full items-center gap-0.5 rounded-control border border-line bg-panel ps-2 text-table"
              key={tag}
            >
              <span className="min-w-0 truncate">{tag}</span>
              {field.disabledReason === undefined && (
                <IconButton
                  icon={X}
                  label={`Remove ${tag}`}
                  size="small"
                  onPress={() => onChange(value.filter((other) => other !== tag))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
