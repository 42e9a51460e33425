import type { JsonRow } from '#sync/protocol/op.ts';
import type { Field, FormValues } from './form-spec.ts';
import { textAt, valueAt } from './form-values.ts';

/** Where a secret may lie in the cluster: how an address begins, and how a reference names it. */
const PLACES = [
  { id: 'secret', label: 'Secret of the cluster', scheme: 'secret', ref: 'secretKeyRef' },
  { id: 'configmap', label: 'Config map of the cluster', scheme: 'configmap', ref: 'configMapKeyRef' },
] as const;

const WHERE: readonly Field<FormValues>[] = [
  { name: 'name', kind: { is: 'text', isCode: true }, label: 'Name', required: true },
  { name: 'key', kind: { is: 'text', isCode: true }, label: 'Key', required: true },
];

type SecretField<N extends string> = Pick<Field<FormValues>, 'label' | 'kind' | 'required'> & {
  readonly name: N;
};

/**
 * A secret that is typed here, or the place in the cluster where it lies. Each way has texts of its own, so that what
 * was typed as a secret never becomes a name. `isOpen`: the text is none to hide, such as a user name.
 */
export function secretSource<N extends string>(name: N, label: string, isOpen = false): SecretField<N> {
  const value: Field<FormValues> = {
    name: 'text',
    kind: { is: isOpen ? 'text' : 'secret' },
    label: 'Value',
  };
  return {
    name,
    label,
    required: true,
    kind: {
      is: 'one-of',
      options: [
        { id: 'value', label: 'Typed here', fields: [value] },
        ...PLACES.map(({ id, label: place }) => ({ id, label: place, fields: WHERE })),
      ],
    },
  };
}

function placed(id: string, name: string, key: string): FormValues {
  return { kind: id, [id]: { name, key } };
}

function typed(text: string): FormValues {
  return { kind: 'value', value: { text } };
}

/** Connections keep one text: `secret://name/key`, `configmap://name/key`, or the value itself. */
export function readSecretText(text: string): FormValues {
  const place = PLACES.find(({ scheme }) => text.startsWith(`${scheme}://`));
  if (place === undefined) return typed(text);
  const rest = text.slice(place.scheme.length + 3);
  const at = rest.indexOf('/');
  // Without a key it points nowhere: it stays the text it is.
  return at < 1 || at === rest.length - 1
    ? typed(text)
    : placed(place.id, rest.slice(0, at), rest.slice(at + 1));
}

export function writeSecretText(source: FormValues): string {
  const place = PLACES.find(({ id }) => id === textAt(source, 'kind'));
  if (place === undefined) return textAt(source, 'value.text');
  return `${place.scheme}://${textAt(source, `${place.id}.name`).trim()}/${textAt(source, `${place.id}.key`).trim()}`;
}

/** Checks and scrapers keep an object: `{value}` or `{valueFrom: {secretKeyRef: {name, key}}}`. */
export function readSecretRef(ref: unknown): FormValues {
  const values = { ref };
  for (const place of PLACES) {
    const where = `ref.valueFrom.${place.ref}`;
    if (valueAt(values, where) !== undefined)
      return placed(place.id, textAt(values, `${where}.name`), textAt(values, `${where}.key`));
  }
  return typed(textAt(values, 'ref.value'));
}

/** Null where nothing was typed: the server reads `{value: ''}` as a secret that is empty. */
export function writeSecretRef(source: FormValues): JsonRow | null {
  const place = PLACES.find(({ id }) => id === textAt(source, 'kind'));
  if (place === undefined) {
    const text = textAt(source, 'value.text');
    return text === '' ? null : { value: text };
  }
  const at = {
    name: textAt(source, `${place.id}.name`).trim(),
    key: textAt(source, `${place.id}.key`).trim(),
  };
  return { valueFrom: { [place.ref]: at } };
}
