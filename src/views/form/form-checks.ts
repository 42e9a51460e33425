import type { FieldKind, FormSpec, FormValues } from './form-spec.ts';
import { partsOfSize } from './size-text.ts';
import { isPairs, isValueOf, itemsAt, shownFields, valueAt, type AnyField } from './form-values.ts';

/** What is wrong, by the name of the field, in the order of the form. */
export type Problems = ReadonlyMap<string, string>;

const REQUIRED = 'This field is required';
const NO_NUMBER = 'This field must be a number';
const DURATION = /^-?(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d|w|y))+$/u;

/** Everything that keeps a form from being sent. */
export function problemsOf(spec: Pick<FormSpec<FormValues>, 'groups'>, values: FormValues): Problems {
  return new Map(
    shownFields(spec, values).flatMap((field) => {
      const problem = problemOf(field, values);
      return problem === undefined ? [] : [[field.name, problem] as const];
    }),
  );
}

function problemOf(field: AnyField, values: FormValues): string | undefined {
  const value = valueAt(values, field.name);
  if (isEmpty(value)) {
    if (field.required === undefined) return undefined;
    return field.required === true ? REQUIRED : field.required;
  }
  return kindProblem(field, value) ?? field.check?.(value, values);
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function kindProblem({ kind }: AnyField, value: unknown): string | undefined {
  switch (kind.is) {
    case 'number':
      return numberProblem(kind, String(value).trim());
    case 'size':
      return numberProblem(kind, partsOfSize(String(value), kind.units).number);
    case 'duration':
      return DURATION.test(String(value).trim())
        ? undefined
        : 'This is no duration. Write it as 30m, 2h or 1h30m.';
    case 'schedule':
      return isSchedule(String(value).trim())
        ? undefined
        : 'This is no schedule. Write it as @every 5m, @daily or 0 6 * * 1-5.';
    case 'items':
      return itemsProblem(kind, itemsAt({ value }, 'value'));
    case 'choice':
      return isValueOf(kind, value) ? undefined : 'Choose one of the list';
    case 'pairs':
      return isPairs(value) ? pairsProblem(value.map(({ name }) => name.trim())) : undefined;
    case 'code':
      return kind.language === 'json' && !isJson(String(value)) ? 'This is no JSON' : undefined;
    case 'text':
    case 'lines':
    case 'mentions':
    case 'markdown':
    case 'tags':
    case 'choices':
    case 'switch':
    case 'checkbox':
    case 'secret':
    case 'pick':
    case 'one-of':
    case 'slot':
      return undefined;
  }
}

function numberProblem(
  { min, max, isWhole }: { min?: number; max?: number; isWhole?: true },
  text: string,
): string | undefined {
  const value = Number(text);
  // Number('0x1f') and Number('1e3') are numbers of programs.
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/u.test(text) || !Number.isFinite(value)) return NO_NUMBER;
  if (isWhole === true && !Number.isSafeInteger(value)) return 'This field must be a whole number';
  if (min !== undefined && value < min) return `This must be ${min} or more`;
  return max !== undefined && value > max ? `This must be ${max} or less` : undefined;
}

const EVERY = /^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)$/u;
/** One part of five: "*", "1-5", "*\/10", "mon", and several of them. What the numbers may be says the server. */
const CRON_PART = /^(?:[*?]|[a-z0-9]+(?:-[a-z0-9]+)?)(?:\/\d+)?$/iu;

function isSchedule(text: string): boolean {
  if (EVERY.test(text)) return true;
  const every = /^@every\s+(?<time>\S+)$/u.exec(text)?.groups?.['time'];
  if (every !== undefined) return DURATION.test(every) && !every.startsWith('-');
  const parts = text.split(/\s+/u);
  return parts.length === 5 && parts.every((part) => part.split(',').every((each) => CRON_PART.test(each)));
}

type Items = Extract<FieldKind, { is: 'items' }>;

/** What is wrong in one of several sub-forms, by the name of its field. */
export function itemProblems({ fields }: Items, item: FormValues): Problems {
  return problemsOf({ groups: [{ fields }] }, item);
}

function itemsProblem(kind: Items, items: readonly FormValues[]): string | undefined {
  const wrong = items.flatMap((item, at) => {
    const [name] = itemProblems(kind, item).keys();
    const label = kind.fields.find((field) => field.name === name)?.label;
    return label === undefined ? [] : [`${kind.noun} ${at + 1} (${label})`];
  });
  return wrong.length === 0 ? undefined : `Something is missing or wrong: ${wrong.join(', ')}`;
}

function pairsProblem(names: readonly string[]): string | undefined {
  if (names.includes('')) return 'Every line needs a name';
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? undefined : `“${twice}” is there twice`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // What the person is told; the text stays.
    return false;
  }
}

/** The number of a text that was checked; null for none. */
export function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
