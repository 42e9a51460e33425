import type { Field, FieldKind, FormSpec, FormValues, Group, ItemField, Pair } from './form-spec.ts';

/** A field under its whole name. */
export type AnyField = Field<FormValues>;

function recordOf(value: unknown): FormValues | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as FormValues) // as: an object that is no array
    : undefined;
}

/** What stands under a dotted name; undefined where nothing does. */
export function valueAt(values: FormValues, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, part) => {
    const record = recordOf(inner);
    return record !== undefined && Object.hasOwn(record, part) ? record[part] : undefined;
  }, values);
}

/** The same values with another one under that name. */
export function withValue(values: FormValues, path: string, value: unknown): FormValues {
  const [part = '', ...rest] = path.split('.');
  const inner =
    rest.length === 0 ? value : withValue(recordOf(valueAt(values, part)) ?? {}, rest.join('.'), value);
  return { ...values, [part]: inner };
}

export function textAt(values: FormValues, path: string): string {
  const value = valueAt(values, path);
  return typeof value === 'string' ? value : '';
}

export function pairsAt(values: FormValues, path: string): readonly Pair[] {
  const value = valueAt(values, path);
  return isPairs(value) ? value : [];
}

export function isPairs(value: unknown): value is readonly Pair[] {
  return Array.isArray(value) && value.every(isPair);
}

/** The texts of a list: of tags, of what is chosen. */
export function textsAt(values: FormValues, path: string): readonly string[] {
  const value = valueAt(values, path);
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** What stands in each sub-form of a list. */
export function itemsAt(values: FormValues, path: string): readonly FormValues[] {
  const value = valueAt(values, path);
  return Array.isArray(value) ? value.map(recordOf).filter((each) => each !== undefined) : [];
}

/** A sub-form in which nothing was typed. */
export function emptyItem(fields: readonly ItemField[]): FormValues {
  return fields.reduce<FormValues>((item, { name, kind }) => withValue(item, name, emptyOf(kind)), {});
}

function emptyOf({ is }: FieldKind): unknown {
  if (is === 'switch' || is === 'checkbox') return false;
  return is === 'choices' || is === 'tags' || is === 'pairs' ? [] : '';
}

function isItemOf(fields: readonly ItemField[], value: unknown): boolean {
  const item = recordOf(value);
  return item !== undefined && fields.every(({ name, kind }) => isValueOf(kind, valueAt(item, name)));
}

function isPair(value: unknown): value is Pair {
  const pair = recordOf(value);
  return typeof pair?.['name'] === 'string' && typeof pair['value'] === 'string';
}

/** Whether a value is one that a field of this kind can hold. */
export function isValueOf(kind: FieldKind, value: unknown): boolean {
  switch (kind.is) {
    case 'switch':
    case 'checkbox':
      return typeof value === 'boolean';
    case 'choices':
      return Array.isArray(value) && value.every((id) => kind.options.some((option) => option.id === id));
    case 'pairs':
      return isPairs(value);
    case 'tags':
      return Array.isArray(value) && value.every((tag) => typeof tag === 'string');
    case 'items':
      return Array.isArray(value) && value.every((item) => isItemOf(kind.fields, item));
    case 'choice':
      return (
        typeof value === 'string' &&
        (value === '' || kind.isOpen === true || kind.options.some(({ id }) => id === value))
      );
    case 'one-of':
      return recordOf(value) !== undefined;
    case 'text':
    case 'lines':
    case 'mentions':
    case 'markdown':
    case 'schedule':
    case 'number':
    case 'size':
    case 'duration':
    case 'secret':
    case 'code':
    case 'pick':
    case 'slot':
      return typeof value === 'string';
  }
}

type Which = 'all' | 'shown';

/** A group, with every field that holds a value of its own; of `shown` those that a person sees. */
export function groupFields(group: Group<FormValues>, values: FormValues, which: Which): readonly AnyField[] {
  return group.fields.flatMap((field) => flat(field, '', values, which));
}

/** Every field of a form, the ones of what is not chosen too: what a draft may keep. */
export function allFields(spec: Pick<FormSpec<FormValues>, 'groups'>): readonly AnyField[] {
  return spec.groups.flatMap((group) => groupFields(group, {}, 'all'));
}

/** What a person sees, and what is checked and sent. */
export function shownFields(
  spec: Pick<FormSpec<FormValues>, 'groups'>,
  values: FormValues,
): readonly AnyField[] {
  return spec.groups.flatMap((group) => groupFields(group, values, 'shown'));
}

function flat(field: AnyField, prefix: string, values: FormValues, which: Which): readonly AnyField[] {
  if (which === 'shown' && field.visible?.(values) === false) return [];
  const name = `${prefix}${field.name}`;
  const { kind } = field;
  if (kind.is !== 'one-of') return [{ ...field, name }];
  const chooser: AnyField = { ...field, name: `${name}.kind`, kind: { is: 'choice', options: kind.options } };
  const chosen = textAt(values, chooser.name);
  const ways = kind.options.filter(({ id }) => which === 'all' || id === chosen);
  return [
    chooser,
    ...ways.flatMap((way) => way.fields.flatMap((each) => flat(each, `${name}.${way.id}.`, values, which))),
  ];
}

/** `base` with what was typed over it in those fields. */
export function overlaid(base: FormValues, typed: FormValues, fields: readonly AnyField[]): FormValues {
  return fields.reduce((values, { name }) => {
    const value = valueAt(typed, name);
    return value === undefined ? values : withValue(values, name, value);
  }, base);
}

/** What is sent: what was typed in a field that is not shown any more is not. */
export function sentValues(
  spec: Pick<FormSpec<FormValues>, 'groups'>,
  base: FormValues,
  typed: FormValues,
): FormValues {
  const shown = shownFields(spec, overlaid(base, typed, allFields(spec)));
  return overlaid(base, typed, shown);
}

/** The same with every secret empty. */
export function withoutSecrets(spec: Pick<FormSpec<FormValues>, 'groups'>, values: FormValues): FormValues {
  return allFields(spec)
    .filter((field) => isSecret(field) && valueAt(values, field.name) !== undefined)
    .reduce((rest, { name }) => withValue(rest, name, ''), values);
}

export function isSecret({ kind }: Pick<AnyField, 'kind'>): boolean {
  return kind.is === 'secret';
}

/** Pairs as an object; of a name that is there twice the last one. */
export function recordOfPairs(pairs: readonly Pair[]): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name.trim(), value]));
}

/** An object as pairs; what is no text is written as JSON. */
export function pairsOfRecord(value: unknown): readonly Pair[] {
  return Object.entries(recordOf(value) ?? {}).map(([name, each]) => ({
    name,
    value: typeof each === 'string' ? each : JSON.stringify(each),
  }));
}
