import { useState, type ReactElement } from 'react';
import { SearchField } from '#src/ui/filters/search-field.tsx';
import { cx } from '#src/ui/class-names.ts';
import { Checkbox } from '#src/ui/forms/checkbox.tsx';
import type { FieldOption } from './form-spec.ts';

/** A list that is longer has a search. */
const SEARCHED_FROM = 12;

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
  const [wanted, setWanted] = useState('');
  const isLong = options.length > SEARCHED_FROM;
  const shown = options.filter((option) =>
    option.label.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase()),
  );
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-table font-medium">{label}</legend>
      {isLong && (
        <div className="mb-1 flex items-center gap-3">
          {/* Enter is not the form's: it would save what is only being looked for. */}
          <SearchField
            className="max-w-64 flex-1"
            label={`Find ${label}`}
            placeholder="Find"
            value={wanted}
            onChange={setWanted}
            onSubmit={() => undefined}
          />
          <output className="text-table text-muted">
            {value.length.toLocaleString()} of {options.length.toLocaleString()} chosen
          </output>
        </div>
      )}
      <div
        className={cx(
          'grid gap-x-4 min-[560px]:grid-cols-2',
          isLong && 'max-h-69 content-start overflow-y-auto',
        )}
      >
        {shown.map((option) => (
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
        {shown.length === 0 && <p className="text-table text-muted">Nothing matches</p>}
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
