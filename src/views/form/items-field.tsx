import { Plus } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import type { FieldTexts } from '#src/ui/forms/field-parts.tsx';
import type { FieldKind, FormValues } from './form-spec.ts';
import { emptyItem } from './form-values.ts';
import { GroupNotes } from './group-notes.tsx';

interface ItemsFieldProps extends Pick<FieldTexts, 'label' | 'help' | 'error'> {
  kind: Extract<FieldKind, { is: 'items' }>;
  value: readonly FormValues[];
  onChange: (items: readonly FormValues[]) => void;
  readOnly: string | undefined;
  /** Draws the fields of one of them. */
  children: (item: FormValues, at: number) => ReactNode;
}

/** Several of the same sub-form, below each other, in an order that stays. */
export function ItemsField(props: ItemsFieldProps): ReactElement {
  const { kind, label, help, error, value, onChange, readOnly, children } = props;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-table font-medium">{label}</legend>
      {value.map((item, at) => (
        <fieldset className="flex min-w-0 flex-col gap-3 border-s-2 border-line ps-3" key={at}>
          <legend className="sr-only">{`${kind.noun} ${at + 1}`}</legend>
          {children(item, at)}
          {readOnly === undefined && (
            <Button
              aria-label={`Remove ${kind.noun} ${at + 1}`}
              className="-ms-2 self-start text-muted"
              size="small"
              variant="ghost"
              onPress={() => onChange(value.filter((_, index) => index !== at))}
            >
              Remove
            </Button>
          )}
        </fieldset>
      ))}
      {readOnly === undefined && (
        <Button
          className="-ms-2 self-start text-muted"
          icon={Plus}
          size="small"
          variant="ghost"
          onPress={() => onChange([...value, emptyItem(kind.fields)])}
        >
          Add {kind.noun}
        </Button>
      )}
      <GroupNotes error={error} help={help} />
    </fieldset>
  );
}
