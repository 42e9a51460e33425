import type { Command } from '#sync/protocol/command.ts';
import type { EffectRequest } from '#sync/protocol/effect.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { sameJson } from '#sync/protocol/same-json.ts';
import { own } from '#sync/protocol/own.ts';
import type { AnyForm, FormValues, OnlineCall } from './form-spec.ts';
import { allFields, isSecret, textAt, withoutSecrets } from './form-values.ts';

/** What a press of Save asks the engine for. */
export type Submission =
  | {
      readonly kind: 'row';
      readonly tbl: string;
      /** Null for a new one. */
      readonly row: JsonRow | null;
      /** Changed columns only. */
      readonly patch: JsonRow;
      /** What the person saw in them when the form was opened. */
      readonly opened: JsonRow;
      /** A secret is in it: it is sent now or not at all, and never stored. */
      readonly isOnline: boolean;
    }
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'online'; readonly call: OnlineCall }
  | {
      readonly kind: 'effect';
      readonly request: EffectRequest;
      readonly title: string;
      readonly askAgain: Readonly<Record<string, string>>;
    };

/** What is sent for these values; null where nothing was changed. `row`: what was opened, null for a new one. */
export function submissionOf(
  spec: AnyForm,
  values: FormValues,
  row: JsonRow | null,
  typed: FormValues = {},
): Submission | null {
  const { submit } = spec;
  switch (submit.kind) {
    case 'row':
      return rowSubmission(spec, submit.tbl, values, row);
    case 'command': {
      const command = submit.of(withoutSecrets(spec, values), row);
      return command === null ? null : { kind: 'command', command };
    }
    case 'online': {
      const call = submit.call(values, row);
      return call === null ? null : { kind: 'online', call };
    }
    case 'effect': {
      const kept = withoutSecrets(spec, values);
      const askAgain = submit.askAgain(values, typed);
      return {
        kind: 'effect',
        request: submit.request(kept, withoutSecrets(spec, typed), Object.keys(askAgain)),
        title: submit.title(kept),
        askAgain,
      };
    }
  }
}

function rowSubmission(
  spec: AnyForm,
  tbl: string,
  values: FormValues,
  row: JsonRow | null,
): Submission | null {
  const face = spec.row;
  if (face === undefined) throw new Error(`The form ${spec.id} saves a row and does not say how`);
  const columns = face.write(values, row);
  // Against what the form itself makes of the row: another spelling of the same is no change of the person.
  const before = row === null ? {} : face.write(face.read(row), row);
  const changed = Object.entries(columns).filter(
    ([name, value]) => !(Object.hasOwn(before, name) && sameJson(own(before, name), value)),
  );
  if (changed.length === 0) return null;
  return {
    kind: 'row',
    tbl,
    row,
    patch: Object.fromEntries(changed),
    opened: row === null ? {} : Object.fromEntries(changed.map(([name]) => [name, own(row, name)])),
    isOnline: holdsSecret(spec, values, row === null ? {} : face.read(row)),
  };
}

/** A secret was typed that is not in `before`: it is in this page alone. */
export function holdsSecret(spec: AnyForm, values: FormValues, before: FormValues): boolean {
  return allFields(spec).some((field) => {
    const text = textAt(values, field.name);
    return isSecret(field) && text !== '' && text !== textAt(before, field.name);
  });
}
