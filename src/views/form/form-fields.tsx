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
import { itemProblems, type Problems } from './form-checks.ts';
import type { FieldKind, FieldOption, FormValues, Group } from './form-spec.ts';
import {
  groupFields,
  itemsAt,
  pairsAt,
  textAt,
  textsAt,
  valueAt,
  withValue,
  type AnyField,
} from './form-values.ts';
import { ItemsField } from './items-field.tsx';
import { MarkdownField } from './markdown-field.tsx';
import { MentionsField } from './mentions-field.tsx';
import { PairsField } from './pairs-field.tsx';
import { PickField } from './pick-field.tsx';
import { SizeField } from './size-field.tsx';
import { TagsField } from './tags-field.tsx';
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
    case 'markdown':
      return <MarkdownField {...typing} minRows={kind.minRows ?? 4} />;
    case 'tags':
      return <TagsField {...typing} value={textsAt(values, name)} />;
    case 'schedule':
      return <TextField {...typing} isCode placeholder={placeholder ?? '@every 5m'} />;
    case 'items': {
      const items = itemsAt(values, name);
      return (
        <ItemsField {...words} kind={kind} readOnly={reason} value={items} onChange={set}>
          {(item, at) => (
            <ItemFields
              form={form}
              item={item}
              kind={kind}
              problems={words.error === undefined ? NO_PROBLEMS : itemProblems(kind, item)}
              readOnly={reason}
              onChange={(next) => set(items.map((each, index) => (index === at ? next : each)))}
            />
          )}
        </ItemsField>
      );
    }
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
          value={textsAt(values, name)}
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

const NO_PROBLEMS: Problems = new Map();

interface ItemFieldsProps extends Omit<FormFieldsProps, 'isFocused'> {
  kind: Extract<FieldKind, { is: 'items' }>;
  item: FormValues;
  problems: Problems;
  onChange: (item: FormValues) => void;
}

/** The fields of one of several sub-forms: a form of its own over what stands in it. */
function ItemFields({ form, kind, item, problems, readOnly, onChange }: ItemFieldsProps): ReactElement {
  const inner: KitForm = {
    ...form,
    spec: { ...form.spec, groups: [{ fields: kind.fields }] },
    values: item,
    problems,
    resolved: { base: item },
    set: (changes) =>
      onChange(Object.entries(changes).reduce((all, [name, value]) => withValue(all, name, value), item)),
    // What is wrong in one is said once the form was pressed.
    leave: () => undefined,
  };
  return <FormFields form={inner} readOnly={readOnly} />;
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
