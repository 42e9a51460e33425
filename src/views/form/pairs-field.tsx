import { Plus, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, IconButton } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import type { FieldTexts } from '#src/ui/forms/field-parts.tsx';
import type { Pair } from './form-spec.ts';
import { GroupNotes } from './group-notes.tsx';

interface PairsFieldProps extends Pick<FieldTexts, 'label' | 'help' | 'error' | 'isRequired'> {
  value: readonly Pair[];
  onChange: (value: readonly Pair[]) => void;
  readOnly?: string | undefined;
}

/** Names with values, a line each. */
export function PairsField({ label, help, error, value, onChange, readOnly }: PairsFieldProps): ReactElement {
  const change = (at: number, part: Partial<Pair>): void =>
    onChange(value.map((pair, index) => (index === at ? { ...pair, ...part } : pair)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-table font-medium">{label}</legend>
      {value.map((pair, at) => (
        <div className="flex items-start gap-2" key={at}>
          <TextField
            isLabelHidden
            className="min-w-0 flex-1"
            disabledReason={readOnly}
            label={`${label}: name ${at + 1}`}
            placeholder="Name"
            value={pair.name}
            onChange={(name) => change(at, { name })}
          />
          <TextField
            isLabelHidden
            className="min-w-0 flex-1"
            disabledReason={readOnly}
            label={`${label}: value ${at + 1}`}
            placeholder="Value"
            value={pair.value}
            onChange={(next) => change(at, { value: next })}
          />
          {readOnly === undefined && (
            <IconButton
              icon={X}
              label={`Remove ${pair.name === '' ? `line ${at + 1}` : pair.name}`}
              onPress={() => onChange(value.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {readOnly === undefined && (
        <Button
          className="-ms-2 self-start text-muted"
          icon={Plus}
          size="small"
          variant="ghost"
          onPress={() => onChange([...value, { name: '', value: '' }])}
        >
          Add to {label.toLowerCase()}
        </Button>
      )}
      <GroupNotes error={error} help={help} />
    </fieldset>
  );
}
