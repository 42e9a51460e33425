import type { ReactElement } from 'react';
import { Checkbox } from '#src/ui/forms/checkbox.tsx';
import type { FieldOption } from './form-spec.ts';

interface ChoicesFieldProps {
  label: string;
  help: string | undefined;
  error: string | undefined;
  options: readonly FieldOption[];
  value: readonly string[];
  onChange: (ids: readonly string[]) => void;
  readOnly: string | undefined;
}

/** Any of a list, in the order of the list. */
export function ChoicesField(props: ChoicesFieldProps): ReactElement {
  const { label, help, error, options, value, onChange, readOnly } = props;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-table font-medium">{label}</legend>
      <div className="grid gap-x-4 min-[560px]:grid-cols-2">
        {options.map((option) => (
          <Checkbox
            disabledReason={readOnly}
            help={option.description}
            isSelected={value.includes(option.id)}
            key={option.id}
            onChange={(isOn) =>
              onChange(
                options.flatMap(({ id }) => ((id === option.id ? isOn : value.includes(id)) ? [id] : [])),
              )
            }
          >
            {option.label}
          </Checkbox>
        ))}
      </div>
      {error === undefined ? (
        help !== undefined && <p className="text-table text-muted">{help}</p>
      ) : (
        <p className="text-table text-danger" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
