import { useRef, useState, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { own } from '#sync/protocol/own.ts';
import type { TicketOptions } from '#sync/protocol/ticketing.ts';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { Select, type Option } from '#src/ui/forms/select.tsx';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { PickOne, type Directory } from '#src/views/form/pick-one.tsx';
import { isLongField } from './responder-labels.ts';
import { missingFields, type TicketField } from './ticket-form.ts';

interface DetailsStepProps {
  formId: string;
  people: Directory['people'];
  fields: readonly TicketField[];
  /** Choices of the other system; a field without any is free text. */
  options: TicketOptions;
  /** What happens when it is sent, or why it will only be prepared. */
  notice: string;
  /** Why it could not be stored or sent. */
  failure: string | undefined;
  onFill: (field: string, value: string) => void;
  onSubmit: () => void;
}

const INVALID = 'Please provide valid value';

/** The form of one responder type. Every field shown is required but the external id (spec 5). */
export function DetailsStep(props: DetailsStepProps): ReactElement {
  const { formId, people, fields, options, notice, failure, onFill, onSubmit } = props;
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setTried] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const missing = missingFields(fields);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      id={formId}
      ref={formRef}
      onSubmit={(event) => {
        event.preventDefault();
        if (missing.length === 0) onSubmit();
        else {
          // What is missing has to say so before it takes the focus.
          flushSync(() => setTried(true));
          formRef.current
            ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button')
            ?.focus();
        }
      }}
    >
      {fields.map((field) => (
        <Field
          error={missing.includes(field.name) && (isTried || touched.has(field.name)) ? INVALID : undefined}
          field={field}
          key={field.name}
          options={own(options, field.name) ?? []}
          people={people}
          onChange={(value) => onFill(field.name, value)}
          onTouched={() => setTouched(new Set([...touched, field.name]))}
        />
      ))}
      <p className="text-table text-muted">{notice}</p>
      {failure !== undefined && <InlineBar tone="error">{failure}</InlineBar>}
    </form>
  );
}

interface FieldProps {
  people: Directory['people'];
  field: TicketField;
  options: TicketOptions[string];
  error: string | undefined;
  onChange: (value: string) => void;
  onTouched: () => void;
}

function Field({ field, people, options, error, onChange, onTouched }: FieldProps): ReactElement {
  const { label, value, isFixed, isUnfilled, isOptional, name } = field;
  const text = {
    label,
    error,
    isRequired: !isOptional,
    help: isUnfilled
      ? 'The text set by the team has a gap this app cannot fill. Fill it in.'
      : isOptional
        ? 'The number of an existing ticket'
        : undefined,
  };
  if (isFixed) return <TextField disabledReason="Set by the team" label={label} value={value} />;
  if (name === 'person') {
    return (
      <PickOne
        error={error}
        label={label}
        live={people}
        value={value === '' ? null : value}
        onChange={(id) => onChange(id ?? '')}
      />
    );
  }
  if (options.length > 0) {
    return (
      <Select
        {...text}
        options={withPresent(options, value)}
        value={value === '' ? null : value}
        onChange={onChange}
      />
    );
  }
  const shared = { ...text, name, value, onChange, onBlur: onTouched };
  return isLongField(name) ? <TextArea {...shared} /> : <TextField {...shared} />;
}

/** A value the other system does not list stays visible and chosen. */
function withPresent(options: TicketOptions[string], value: string): readonly Option[] {
  const listed = options.map(({ id, name }) => ({ id, label: name }));
  const isListed = value === '' || listed.some(({ id }) => id === value);
  return isListed ? listed : [...listed, { id: value, label: value }];
}
