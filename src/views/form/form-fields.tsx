import type { ReactElement, ReactNode } from 'react';
import { own } from '#sync/protocol/own.ts';
import { Checkbox } from '#src/ui/forms/checkbox.tsx';
import { Combobox } from '#src/ui/forms/combobox.tsx';
import type { Option } from '#src/ui/forms/option-list.tsx';
import { Select } from '#src/ui/forms/select.tsx';
import { Switch } from '#src/ui/forms/switch.tsx';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { ChoicesField } from './choices-field.tsx';
import { CodeField } from './code-field.tsx';
import type { FieldKind, FieldOption, FormValues, Group } from './form-spec.ts';
import { groupFields, pairsAt, textAt, valueAt, type AnyField } from './form-values.ts';
import { MentionsField } from './mentions-field.tsx';
import { PairsField } from './pairs-field.tsx';
import { PickField } from './pick-field.tsx';
import { SizeField } from './size-field.tsx';
import type { KitForm } from './use-kit-form.ts';

/** What a screen draws itself. */
export interface FormSlots {
  /** Fields of kind `slot`, by name. */
  readonly fields?: Readonly<Record<string, (form: KitForm) => ReactNode>>;
  /** Before an option of a field. */
  readonly glyph?: (field: string, option: string) => ReactNode;
}

interface FormFieldsProps {
  form: KitForm;
  slots?: FormSlots | undefined;
  /** Why nothing of it can be changed. */
  readOnly?: string | undefined;
  /** The first field takes the focus: for a dialog, which must take it. */
  isFocused?: boolean | undefined;
}

/** Long lists are searched. */
const MANY = 20;

/** Every field that is shown, in its groups. */
export function FormFields(props: FormFieldsProps): ReactElement {
  const { spec, values } = props.form;
  const drawn = props.slots?.fields ?? {};
  const groups = spec.groups.map((group) => ({
    group,
    // One slot may draw what others hold.
    fields: groupFields(group, values, 'shown').filter(
      ({ kind, name }) => kind.is !== 'slot' || own(drawn, name) !== undefined,
    ),
  }));
  const first = groups.flatMap(({ fields }) => fields)[0]?.name;
  return (
    <>
      {groups.map(({ group, fields }, at) => (
        <GroupBox group={group} key={at}>
          {fields.map((field) => (
            <div className="min-w-0" data-field={field.name} key={field.name}>
              <FormField
                {...props}
                field={field}
                isFocused={props.isFocused === true && field.name === first}
              />
            </div>
          ))}
        </GroupBox>
      ))}
    </>
  );
}

const COLUMNS = { 2: 'min-[560px]:grid-cols-2', 3: 'min-[560px]:grid-cols-3' } as const;

function GroupBox({ group, children }: { group: Group<FormValues>; children: ReactNode }): ReactElement {
  const { title, columns } = group;
  const body = (
    <div className={columns === undefined ? 'flex flex-col gap-4' : `grid gap-4 ${COLUMNS[columns]}`}>
      {children}
    </div>
  );
  if (title === undefined) return body;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-body font-medium">{title}</legend>
      {body}
    </fieldset>
  );
}

interface FieldProps extends FormFieldsProps {
  field: AnyField;
  isFocused: boolean;
}

function FormField({ form, field, slots, readOnly, isFocused }: FieldProps): ReactElement {
  const { name, kind, label, required, placeholder } = field;
  const { values, problems, resolved } = form;
  const reason = own(resolved.fixed ?? {}, name) ?? readOnly;
  const help = own(resolved.help ?? {}, name) ?? field.help;
  const text = textAt(values, name);
  const set = (value: unknown): void => form.set({ [name]: value });
  const leave = (): void => form.leave(name);
  const words = { label, help, error: problems.get(name), isRequired: required !== undefined };
  const typing = {
    ...words,
    name,
    placeholder,
    disabledReason: reason,
    autoFocus: isFocused,
    value: text,
    onBlur: leave,
    onChange: set,
  };
  switch (kind.is) {
    case 'text':
      return <TextField {...typing} isCode={kind.isCode === true} />;
    case 'lines':
      return <TextArea {...typing} isCode={kind.isCode === true} minRows={kind.minRows ?? 3} />;
    case 'mentions':
      return (
        <MentionsField
          {...words}
          isReadOnly={reason}
          minRows={kind.minRows ?? 3}
          placeholder={placeholder}
          value={text}
          onChange={set}
        />
      );
    case 'number':
      return (
        <TextField
          {...typing}
          inputMode={kind.isWhole === true ? 'numeric' : 'decimal'}
          trailing={
            kind.unit === undefined ? undefined : (
              <span className="pe-2 text-table text-muted">{kind.unit}</span>
            )
          }
        />
      );
    case 'size':
      return <SizeField {...typing} units={kind.units} />;
    case 'duration':
      return <TextField {...typing} placeholder={placeholder ?? '30m'} />;
    case 'secret':
      return <TextField {...typing} autoComplete="new-password" help={help ?? SECRET} type="password" />;
    case 'choice':
      return (
        <ChoiceField
          {...words}
          options={offered(kind, text).map((option) => optionOf(option, slots?.glyph?.(name, option.id)))}
          readOnly={reason}
          value={text}
          onChange={set}
        />
      );
    case 'choices':
      return (
        <ChoicesField
          {...words}
          options={kind.options}
          readOnly={reason}
          value={idsAt(values, name)}
          onChange={set}
        />
      );
    case 'switch':
      return (
        <Switch
          disabledReason={reason}
          help={words.error ?? help}
          isSelected={valueAt(values, name) === true}
          onChange={set}
        >
          {label}
        </Switch>
      );
    case 'checkbox':
      return (
        <Checkbox
          disabledReason={reason}
          help={words.error ?? help}
          isSelected={valueAt(values, name) === true}
          onChange={set}
        >
          {label}
        </Checkbox>
      );
    case 'pairs':
      return <PairsField {...words} readOnly={reason} value={pairsAt(values, name)} onChange={set} />;
    case 'code':
      return (
        <CodeField
          {...words}
          isReadOnly={reason !== undefined}
          language={kind.language}
          isSmall={kind.isSmall}
          schemaFile={kind.schemaFile}
          value={text}
          onBroken={(problem) => form.breaks(name, problem)}
          onChange={set}
        />
      );
    case 'pick':
      return reason === undefined ? (
        <PickField {...words} from={kind.from} only={kind.only} value={text} onChange={set} />
      ) : (
        <TextField disabledReason={reason} label={label} value={text} />
      );
    case 'slot':
      return <>{own(slots?.fields ?? {}, name)?.(form)}</>;
    case 'one-of':
      // Its chooser and its fields are drawn in its place.
      return <></>;
  }
}

const SECRET = 'Sent with the form, and never kept on this device';

interface ChoiceFieldProps {
  label: string;
  help: string | undefined;
  error: string | undefined;
  isRequired: boolean;
  options: readonly Option[];
  value: string;
  onChange: (id: string) => void;
  readOnly: string | undefined;
}

function ChoiceField({ options, value, onChange, readOnly, ...words }: ChoiceFieldProps): ReactElement {
  const chosen = value === '' ? null : value;
  if (options.length <= MANY || readOnly !== undefined) {
    return (
      <Select {...words} disabledReason={readOnly} options={options} value={chosen} onChange={onChange} />
    );
  }
  return <Combobox {...words} options={options} value={chosen} onChange={(id) => onChange(id ?? '')} />;
}

/** With what is there already, where that may be something else. */
function offered({ options, isOpen }: ChoiceKind, value: string): readonly FieldOption[] {
  const isListed = isOpen !== true || value === '' || options.some(({ id }) => id === value);
  return isListed ? options : [...options, { id: value, label: value }];
}

type ChoiceKind = Extract<FieldKind, { is: 'choice' }>;

function optionOf(option: FieldOption, glyph: ReactNode): Option {
  return glyph === undefined ? option : { ...option, glyph };
}

function idsAt(values: FormValues, name: string): readonly string[] {
  const value = valueAt(values, name);
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}
