import { own } from '#sync/protocol/own.ts';
import { readForm, writeForm } from './form-draft.ts';
import type { AnyForm, FormValues } from './form-spec.ts';
import { allFields, isSecret, isValueOf, textAt, valueAt, withValue, type AnyField } from './form-values.ts';

/** Says of which version the lines are; those of the first one do not. */
const VERSION = 'form.v';

/** What was typed, as the device keeps it: the words of a person, and the rest as lines. No secret is in either. */
export interface KeptText {
  readonly words: string;
  readonly lines: string;
}

function keptFields(spec: AnyForm): readonly AnyField[] {
  return allFields(spec).filter((field) => !isSecret(field));
}

export function keptText(spec: AnyForm, typed: FormValues): KeptText {
  const names = spec.words?.fields ?? [];
  const lines = keptFields(spec).flatMap(({ name }) => {
    const value = valueAt(typed, name);
    if (value === undefined || names.includes(name)) return [];
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const];
  });
  const version = spec.v > 1 && lines.length > 0 ? [[VERSION, String(spec.v)] as const] : [];
  return {
    words: spec.words?.write(Object.fromEntries(names.map((name) => [name, textAt(typed, name)]))) ?? '',
    lines: writeForm(Object.fromEntries([...version, ...lines])),
  };
}

/** What was kept, as far as this version of the form knows it: anything else is as if nobody had typed it. */
export function typedOf(spec: AnyForm, { words, lines }: KeptText): FormValues {
  const names = spec.words?.fields ?? [];
  const texts = words === '' ? {} : (spec.words?.read(words) ?? {});
  const kept = readForm(lines);
  const isOurs = (own(kept, VERSION) ?? '1') === String(spec.v);
  return keptFields(spec).reduce<FormValues>((typed, { name, kind }) => {
    const text = names.includes(name) ? own(texts, name) : isOurs ? own(kept, name) : undefined;
    const value = text === undefined ? undefined : isValueOf(kind, text) ? text : parsed(text);
    return isValueOf(kind, value) ? withValue(typed, name, value) : typed;
  }, {});
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Nothing this version of the form has written.
    return undefined;
  }
}
