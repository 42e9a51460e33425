import type { ReactElement } from 'react';
import { Select } from '#src/ui/forms/select.tsx';
import { TextField, type TextFieldProps } from '#src/ui/forms/text-field.tsx';
import { partsOfSize, sizeText } from './size-text.ts';

interface SizeFieldProps extends TextFieldProps {
  units: readonly string[];
  value: string;
  onChange: (text: string) => void;
}

/** A number with its unit, held as one text: "512Mi". */
export function SizeField({ units, value, onChange, ...field }: SizeFieldProps): ReactElement {
  const { number, unit } = partsOfSize(value, units);
  const [only, second] = units;
  const isOne = second === undefined;
  const input = (
    <TextField
      {...field}
      className="min-w-0 flex-1"
      inputMode="decimal"
      trailing={isOne ? <span className="pe-2 text-table text-muted">{only}</span> : undefined}
      value={number}
      onChange={(next) => onChange(sizeText(next, unit))}
    />
  );
  if (isOne) return input;
  return (
    <div className="flex items-start gap-2">
      {input}
      <Select
        className="w-24 shrink-0"
        disabledReason={field.disabledReason}
        label="Unit"
        options={units.map((id) => ({ id, label: id }))}
        value={unit}
        onChange={(next) => onChange(sizeText(number, next))}
      />
    </div>
  );
}
