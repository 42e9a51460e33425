import { useForm, useStore } from '@tanstack/react-form';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { toSyncError, type SyncError } from '#sync/errors.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { own } from '#sync/protocol/own.ts';
import { sameJson } from '#sync/protocol/same-json.ts';
import { useWorkInProgress } from '#src/platform/session/work-in-progress.ts';
import { problemsOf, type Problems } from './form-checks.ts';
import type { AnyForm, FormValues } from './form-spec.ts';
import { allFields, overlaid, sentValues, shownFields, valueAt, withValue } from './form-values.ts';
import { holdsSecret, submissionOf, type Submission } from './submission.ts';
import type { FormKeep } from './use-form-keep.ts';

/** What a form is over, with what was typed in it so far: for one whose beginnings depend on it or come late. */
export interface Resolved {
  /** What stands where nobody typed. Another answer replaces only fields that nobody touched. */
  readonly base: FormValues;
  /** Fields that are set already, and why. */
  readonly fixed?: Readonly<Record<string, string>>;
  readonly help?: Readonly<Record<string, string>>;
  /** Fields whose typed value holds no more, such as a choice of what was deleted: `base` stands in its place. */
  readonly lapsed?: readonly string[];
}

/** Columns that the server refused, with its words; nothing where it took them all. */
export type Refused = Readonly<Record<string, string>>;

/** It was not sent, and whoever tried has said so: the form only stays as it is. */
export const ALREADY_SAID: Refused = {};

export interface KitFormOptions {
  spec: AnyForm;
  keep: FormKeep;
  /** What is edited, as it is now; a form stays over what it was when it was opened. Null or absent for a new one. */
  row?: JsonRow | null | undefined;
  /** What a new one begins with besides. */
  given?: FormValues | undefined;
  resolve?: ((typed: FormValues) => Resolved) | undefined;
  /** Why nothing can be sent now. */
  blocker?: string | undefined;
  /** Resolves when it is durable, or answered; a rejection is said in the form. */
  onSubmit: (submission: Submission, values: FormValues) => Promise<Refused | void>;
  /** It was sent, or there was nothing to send. */
  onDone: () => void;
}

/** A form at work: what its fields, its buttons and the frame around it need. */
export interface KitForm {
  readonly spec: AnyForm;
  readonly keep: FormKeep;
  /** What is shown. */
  readonly values: FormValues;
  /** What to say at which field now. */
  readonly problems: Problems;
  /** Everything that keeps it from being sent, said or not. */
  readonly lacking: Problems;
  readonly resolved: Resolved;
  readonly isPending: boolean;
  /** Something was typed that is not what it was. */
  readonly isDirty: boolean;
  /** What was typed is in this page alone: leaving loses it. */
  readonly isAtRisk: boolean;
  /** It was pressed, and something is wrong. */
  readonly isTried: boolean;
  readonly failure: string | undefined;
  readonly blocker: string | undefined;
  readonly set: (changes: Readonly<Record<string, unknown>>) => void;
  readonly leave: (name: string) => void;
  readonly breaks: (name: string, problem: string | undefined) => void;
  readonly submit: (formElement: HTMLElement | null) => void;
  readonly discard: () => void;
  readonly takeReturned: () => void;
}

/** A description at work on @tanstack/react-form, which holds what was typed; the rest is read from that. */
export function useKitForm(options: KitFormOptions): KitForm {
  const { spec, keep, blocker, onSubmit, onDone } = options;
  const [opened] = useState(options.row ?? null);
  const [left, setLeft] = useState<ReadonlySet<string>>(NOTHING_LEFT);
  const [isTried, setTried] = useState(false);
  const [broken, setBroken] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<Refusal>(NO_REFUSAL);
  const { form, begin } = useTyped(keep);
  const stored = useStore(form.store, (state) => state.values);
  const [isPending, setPending] = useState(false);

  const resolved = options.resolve?.(stored) ?? { base: baseOf(spec, opened, options.given) };
  const typed = withoutLapsed(stored, resolved.lapsed);
  const values = overlaid(resolved.base, typed, allFields(spec));
  const lacking = new Map(
    shownFields(spec, values).flatMap(({ name }) => {
      const problem = own(broken, name) ?? refusalAt(refusal, name, values);
      return problem === undefined ? [] : [[name, problem] as const];
    }),
  );
  for (const [name, problem] of problemsOf(spec, values)) lacking.set(name, problem);
  const isDirty = isTyped(spec, resolved.base, typed);
  useWorkInProgress('form', isDirty);

  const send = async (): Promise<void> => {
    const sent = sentValues(spec, resolved.base, typed);
    const submission = submissionOf(spec, sent, opened, typed);
    const refused = submission === null ? undefined : await onSubmit(submission, sent);
    if (refused !== undefined) {
      setRefusal(refusalOf(spec, refused, values));
      setTried(refused !== ALREADY_SAID);
      return;
    }
    // What holds the page until it is sent has let go before somebody leads to another one.
    flushSync(() => {
      begin(keep.clear());
      setTried(false);
      setLeft(NOTHING_LEFT);
    });
    onDone();
  };
  return {
    spec,
    keep,
    values,
    lacking,
    resolved,
    isPending,
    isDirty,
    isTried,
    blocker,
    problems: new Map([...lacking].filter(([name]) => isTried || left.has(name) || own(broken, name))),
    isAtRisk: isDirty && (holdsSecret(spec, typed, {}) || keep.isUnkept),
    failure: refusal.failure,
    set(changes) {
      for (const [name, value] of Object.entries(changes)) form.setFieldValue(name, value);
      const next = Object.entries(changes).reduce((all, [name, value]) => withValue(all, name, value), typed);
      keep.store(next);
      // Empty again is as if nobody had touched it: what comes back from the device finds its place.
      if (!isTyped(spec, resolved.base, next)) begin(next);
    },
    leave: (name) => setLeft((before) => (before.has(name) ? before : new Set([...before, name]))),
    breaks: (name, problem) =>
      setBroken(({ [name]: _before, ...others }) =>
        problem === undefined ? others : { ...others, [name]: problem },
      ),
    submit(formElement) {
      if (isPending || blocker !== undefined) return;
      if (lacking.size > 0) {
        // What is wrong says so before the first of it takes the focus.
        flushSync(() => setTried(true));
        focusField(formElement, [...lacking.keys()]);
        return;
      }
      setPending(true);
      setRefusal(NO_REFUSAL);
      send()
        .catch((thrown: unknown) => setRefusal(refusalBy(spec, toSyncError(thrown), values)))
        .finally(() => setPending(false));
    },
    discard() {
      begin(keep.clear());
      setLeft(NOTHING_LEFT);
      setTried(false);
    },
    takeReturned: () => begin(keep.takeReturned()),
  };
}

const NOTHING_LEFT: ReadonlySet<string> = new Set();

/** What was typed, and what the device brings of it. */
function useTyped(keep: FormKeep) {
  const [begun, setBegun] = useState({ arrival: keep.arrival, typed: keep.typed });
  if (begun.arrival !== keep.arrival) setBegun({ arrival: keep.arrival, typed: keep.typed });
  // A form that nobody touched takes other defaults over by itself.
  const form = useForm({ defaultValues: begun.typed });
  return {
    form,
    begin: (typed: FormValues): void => {
      setBegun({ arrival: keep.arrival, typed });
      form.reset(typed);
    },
  };
}

function withoutLapsed(typed: FormValues, lapsed: readonly string[] = []): FormValues {
  return lapsed.reduce((rest, name) => withValue(rest, name, undefined), typed);
}

function baseOf(spec: AnyForm, opened: JsonRow | null, given: FormValues | undefined): FormValues {
  return opened === null || spec.row === undefined ? spec.empty(given ?? {}) : spec.row.read(opened);
}

function isTyped(spec: AnyForm, base: FormValues, typed: FormValues): boolean {
  return allFields(spec).some(({ name }) => {
    const value = valueAt(typed, name);
    return value !== undefined && !sameJson(value, valueAt(base, name));
  });
}

interface Refusal {
  readonly failure: string | undefined;
  /** Said until the field holds something else. */
  readonly fields: Readonly<Record<string, { readonly text: string; readonly value: unknown }>>;
}

const NO_REFUSAL: Refusal = { failure: undefined, fields: {} };

function refusalAt({ fields }: Refusal, name: string, values: FormValues): string | undefined {
  const refused = own(fields, name);
  return refused !== undefined && sameJson(refused.value, valueAt(values, name)) ? refused.text : undefined;
}

/** What the server said of columns, at the fields they were typed in; the rest is said over the form. */
function refusalOf(spec: AnyForm, refused: Refused, values: FormValues): Refusal {
  const names = new Set(allFields(spec).map(({ name }) => name));
  const placed = Object.entries(refused).map(([column, text]) => {
    const name = own(spec.unique ?? {}, column) ?? column;
    return { name: names.has(name) ? name : null, text };
  });
  const others = placed.flatMap(({ name, text }) => (name === null ? [text] : []));
  return {
    failure: others.length === 0 ? undefined : others.join(' '),
    fields: Object.fromEntries(
      placed.flatMap(({ name, text }) =>
        name === null ? [] : [[name, { text, value: valueAt(values, name) }] as const],
      ),
    ),
  };
}

/** Postgres: another row has that key. */
const TAKEN = '23505';

function refusalBy(spec: AnyForm, { info }: SyncError, values: FormValues): Refusal {
  const keys = Object.keys(spec.unique ?? {});
  const [key, second] = keys;
  if (info.kind === 'rejected' && info.code === TAKEN && key !== undefined && second === undefined) {
    return refusalOf(spec, { [key]: 'This is taken already' }, values);
  }
  const failed = spec.failed ?? (spec.submit.kind === 'online' ? 'Not saved' : 'Not saved on this device');
  return { failure: `${failed}: ${info.message}`, fields: {} };
}

/** Leads to the first field that needs something (ux 4.8). */
function focusField(form: HTMLElement | null, names: readonly string[]): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
  const first = fields.find(({ dataset }) => names.includes(dataset['field'] ?? ''));
  first?.querySelector<HTMLElement>('input, textarea, button, [contenteditable="true"]')?.focus();
}
