import type { PickOnly } from '#sync/protocol/resource-selector.ts';
import type { EffectRequest } from '#sync/protocol/effect.ts';
import { own } from '#sync/protocol/own.ts';
import type { AnyForm, Field, FieldKind, FieldOption, FormValues, PickSource } from './form-spec.ts';
import { textAt, valueAt } from './form-values.ts';

/** One thing that somebody else's form asks for. Nothing of it is trusted: neither its name nor its pattern. */
export interface RuntimeParam {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly help?: string | undefined;
  readonly isRequired: boolean;
  readonly initial?: string | undefined;
  readonly options?: readonly FieldOption[] | undefined;
  readonly pattern?: string | undefined;
  readonly language?: string | undefined;
  /** Of a code: the server's schema for it, and whether a few lines are the rule. */
  readonly schemaFile?: string | undefined;
  readonly isSmall?: boolean | undefined;
  readonly isLong?: boolean | undefined;
  /** Names as Kubernetes takes them: "payments-api.eu". */
  readonly isDnsName?: boolean | undefined;
  /** A number with one of them, as one text. */
  readonly units?: readonly string[] | undefined;
  /** Which rows may be picked. */
  readonly only?: PickOnly | undefined;
  /** Of the text, in characters. */
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  /** Of the number. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A form made while it is used. */
export interface RuntimeForm {
  readonly spec: AnyForm;
  /** What stands where nobody typed: it may be handed over again when the server answers anew. */
  readonly baseOf: (params: readonly RuntimeParam[]) => FormValues;
}

/** Name of a param → text, as the server takes them. */
export type RuntimeTexts = Readonly<Record<string, string>>;

/**
 * The form of such params. Its fields are named by their place: a name from outside may have dots, brackets or be
 * `__proto__`. What its name, label or type calls a secret is left out of what is kept, and asked for again.
 */
export function runtimeForm(
  id: string,
  params: readonly RuntimeParam[],
  effect: {
    readonly title: string;
    /** `asked`: names of those whose text is kept nowhere and leaves besides. */
    readonly request: (texts: RuntimeTexts, asked: readonly string[]) => EffectRequest;
  },
): RuntimeForm {
  const named = params.map((param, at) => ({ param, name: `p${at}`, kind: kindOf(param) }));
  const texts = (values: FormValues, isSecret: boolean): RuntimeTexts =>
    Object.fromEntries(
      named
        .filter(({ kind }) => (kind.is === 'secret') === isSecret)
        .map(({ param, name, kind }) => [param.name, sentText(kind, values, name)] as const)
        .filter(([, text]) => text !== ''),
    );
  const baseOf = (now: readonly RuntimeParam[]): FormValues =>
    Object.fromEntries(
      named.map(({ param, name, kind }) => {
        const initial = now.find((each) => each.name === param.name)?.initial ?? '';
        return [name, kind.is === 'checkbox' ? initial === 'true' : known(kind, initial)];
      }),
    );
  return {
    baseOf,
    spec: {
      id,
      v: versionOf(params),
      groups: [{ fields: named.map(({ param, name, kind }) => fieldOf(param, name, kind)) }],
      empty: (given) => ({ ...baseOf(params), ...given }),
      submit: {
        kind: 'effect',
        title: () => effect.title,
        request: (values, _typed, asked) => effect.request(texts(values, false), asked),
        askAgain: (values) => texts(values, true),
      },
    },
  };
}

/** Another list of them is another form: what was typed in one is no draft of the other. */
function versionOf(params: readonly RuntimeParam[]): number {
  const text = JSON.stringify(params.map(({ name, type }) => [name, type]));
  // 0 and 1 are left to forms that nobody has changed yet.
  return (
    2 + Array.from(text).reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_000_007, 7)
  );
}

/** A default that the form does not offer is none: nobody could see that it is chosen. */
function known(kind: FieldKind, initial: string): string {
  return kind.is === 'choice' && !kind.options.some(({ id }) => id === initial) ? '' : initial;
}

function sentText(kind: FieldKind, values: FormValues, name: string): string {
  return kind.is === 'checkbox' ? String(valueAt(values, name) === true) : textAt(values, name);
}

function fieldOf(param: RuntimeParam, name: string, kind: FieldKind): Field<FormValues> {
  const { label, help, isRequired } = param;
  return {
    name,
    kind,
    label: label.trim() === '' ? param.name : label,
    ...(help === undefined || help === '' ? {} : { help }),
    ...(isRequired && kind.is !== 'checkbox' ? { required: true } : {}),
    check: (value) => textProblem(param, value),
  };
}

const DNS_PART = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/u;

/** What its own words ask of the text; a number and its unit are looked at by their kind. */
function textProblem(param: RuntimeParam, value: unknown): string | undefined {
  const { pattern, minLength, maxLength, min, max, units, isDnsName } = param;
  if (typeof value !== 'string') return undefined;
  if (minLength !== undefined && value.length < minLength)
    return `This must have at least ${minLength} characters`;
  if (maxLength !== undefined && value.length > maxLength)
    return `This must have at most ${maxLength} characters`;
  if (units === undefined && (min !== undefined || max !== undefined)) {
    const number = Number(value.trim());
    if (!Number.isFinite(number)) return 'This field must be a number';
    if (min !== undefined && number < min) return `This must be ${min} or more`;
    if (max !== undefined && number > max) return `This must be ${max} or less`;
  }
  if (isDnsName === true && !value.split('.').every((part) => DNS_PART.test(part)))
    return 'Use lowercase letters, digits and “-”, in parts with dots between them';
  return pattern === undefined || pattern === '' ? undefined : patternProblem(pattern, value);
}

const SECRET = /password|token|secret|key|credential/iu;

const SOURCES: Readonly<Record<string, PickSource>> = {
  people: 'people',
  team: 'teams',
  component: 'components',
  config: 'configs',
  check: 'checks',
};

function kindOf(param: RuntimeParam): FieldKind {
  const { name, label, type, options, language, isLong, units, only, min, max } = param;
  const from = own(SOURCES, type);
  if (from !== undefined) return { is: 'pick', from, only };
  if (type === 'checkbox') return { is: 'checkbox' };
  // What is chosen out of a list that everybody sees is no secret, whatever it is called.
  if (type !== 'list' && [name, label, type].some((text) => SECRET.test(text))) return { is: 'secret' };
  if (type === 'list') return { is: 'choice', options: options ?? [] };
  if (type === 'code' && (language === 'yaml' || language === 'json'))
    return { is: 'code', language, schemaFile: param.schemaFile, isSmall: param.isSmall === true };
  if (type === 'code') return { is: 'lines', isCode: true };
  if (units !== undefined)
    return {
      is: 'size',
      units,
      // With several units nobody says in which one the limits are.
      ...(min === undefined || units.length > 1 ? {} : { min }),
      ...(max === undefined || units.length > 1 ? {} : { max }),
    };
  return isLong === true ? { is: 'lines' } : { is: 'text' };
}

/** Longer ones, and ones that repeat what repeats, could take the page for minutes: the server looks at them alone. */
const MAX_PATTERN = 200;
const MAX_TEXT = 1000;
const REPEATS_REPEATS = /[+*}]\)*[+*{]|\)[+*{]/u;

function patternProblem(pattern: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_TEXT || pattern.length > MAX_PATTERN) return undefined;
  if (REPEATS_REPEATS.test(pattern)) return undefined;
  try {
    // The specification gives patterns that hold for the whole text.
    return new RegExp(`^(?:${pattern})$`, 'u').test(value) ? undefined : `This must match ${pattern}`;
  } catch {
    // A pattern that is none holds nobody up.
    return undefined;
  }
}
