import type { JsonRow } from '#sync/protocol/op.ts';
import { defineForm, type Field, type FormValues, type Pair } from '../form-spec.ts';
import { pairsAt, pairsOfRecord, recordOfPairs, textAt, valueAt } from '../form-values.ts';

const URL: Field<FormValues> = {
  name: 'url',
  kind: { is: 'text', isCode: true },
  label: 'URL',
  required: true,
};
const USER: Field<FormValues> = { name: 'username', kind: { is: 'text' }, label: 'Username' };
const PASSWORD: Field<FormValues> = { name: 'password', kind: { is: 'secret' }, label: 'Password' };

/** Five kinds of one thing, each with fields of its own and most with a secret. */
const KINDS = [
  { id: 'http', label: 'HTTP', fields: [URL, USER, PASSWORD] },
  {
    id: 'email',
    label: 'Email',
    fields: [
      URL,
      { name: 'from', kind: { is: 'text' }, label: 'From', required: true },
      { name: 'port', kind: { is: 'number', isWhole: true, min: 1, max: 65_535 }, label: 'Port' },
      PASSWORD,
    ],
  },
  {
    id: 'postgres',
    label: 'Postgres',
    fields: [URL, { name: 'timeout', kind: { is: 'duration' }, label: 'Timeout' }, PASSWORD],
  },
  {
    id: 'aws',
    label: 'AWS',
    fields: [
      { name: 'region', kind: { is: 'text' }, label: 'Region', required: true },
      { name: 'password', kind: { is: 'secret' }, label: 'Secret key', required: true },
    ],
  },
  { id: 'folder', label: 'Folder', fields: [{ name: 'path', kind: { is: 'text' }, label: 'Path' }] },
] as const satisfies readonly { id: string; label: string; fields: readonly Field<FormValues>[] }[];

/** What is a column of its own; the rest is in the properties. */
const COLUMNS: readonly string[] = ['url', 'username', 'password'];

interface Connection {
  readonly name: string;
  readonly to: FormValues;
  readonly isInsecure: boolean;
  readonly tags: readonly Pair[];
}

/** A connection, on no server: a one-of of five kinds with secrets, saved as a row, or at once where a secret is in it. */
export const connectionForm = defineForm<Connection>({
  id: 'story.connection',
  v: 2,
  groups: [
    { fields: [{ name: 'name', kind: { is: 'text' }, label: 'Name', required: true }] },
    {
      fields: [
        { name: 'to', kind: { is: 'one-of', options: KINDS }, label: 'Type', required: true },
        { name: 'isInsecure', kind: { is: 'checkbox' }, label: 'Accept any certificate' },
        { name: 'tags', kind: { is: 'pairs' }, label: 'Tags' },
      ],
    },
  ],
  empty: (given) => ({ name: '', to: { kind: '' }, isInsecure: false, tags: [], ...given }),
  row: {
    read(row) {
      const type = textAt(row, 'type');
      const kind = KINDS.find(({ id }) => id === type);
      const own = (kind?.fields ?? []).map(({ name }) => [
        name,
        textAt(row, COLUMNS.includes(name) ? name : `properties.${name}`),
      ]);
      return {
        name: textAt(row, 'name'),
        to: kind === undefined ? { kind: type } : { kind: type, [type]: Object.fromEntries(own) },
        isInsecure: valueAt(row, 'insecure_tls') === true,
        tags: pairsOfRecord(valueAt(row, 'tags')),
      };
    },
    write({ name, to, isInsecure, tags }, row) {
      const type = textAt(to, 'kind');
      const kind = KINDS.find(({ id }) => id === type);
      const texts = (kind?.fields ?? []).map(
        (field) => [field.name, textAt(to, `${type}.${field.name}`)] as const,
      );
      const inProperties = texts.filter(([field]) => !COLUMNS.includes(field));
      return {
        name: name.trim(),
        type,
        ...Object.fromEntries(texts.filter(([field]) => COLUMNS.includes(field))),
        properties: { ...propertiesOf(row), ...Object.fromEntries(inProperties) },
        insecure_tls: isInsecure,
        tags: recordOfPairs(pairsAt({ tags }, 'tags')),
      };
    },
  },
  unique: { name: 'name' },
  submit: { kind: 'row', tbl: 'connections' },
});

function propertiesOf(row: JsonRow | null): object {
  const properties = row === null ? null : valueAt(row, 'properties');
  return typeof properties === 'object' && properties !== null ? properties : {};
}
