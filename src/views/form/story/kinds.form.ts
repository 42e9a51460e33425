import { defineForm, type FormValues } from '../form-spec.ts';
import { itemsAt, textAt, textsAt, valueAt } from '../form-values.ts';
import {
  readSecretRef,
  readSecretText,
  secretSource,
  writeSecretRef,
  writeSecretText,
} from '../secret-source.ts';

interface Kinds {
  readonly schedule: string;
  readonly tags: readonly string[];
  readonly notes: string;
  readonly headers: readonly FormValues[];
  readonly certificate: FormValues;
  readonly password: FormValues;
}

/** What many forms ask for, on no server: a schedule, tags, Markdown, several of a sub-form, both encodings of a secret. */
export const kindsForm = defineForm<Kinds>({
  id: 'story.kinds',
  v: 1,
  groups: [
    {
      columns: 2,
      fields: [
        { name: 'schedule', kind: { is: 'schedule' }, label: 'Schedule', required: true },
        { name: 'tags', kind: { is: 'tags' }, label: 'Tags' },
      ],
    },
    {
      fields: [
        {
          name: 'headers',
          kind: {
            is: 'items',
            noun: 'header',
            fields: [
              { name: 'name', kind: { is: 'text' }, label: 'Name', required: true },
              { name: 'value', kind: { is: 'text' }, label: 'Value' },
            ],
          },
          label: 'Headers',
        },
        secretSource('certificate', 'Certificate'),
        secretSource('password', 'Password'),
        { name: 'notes', kind: { is: 'markdown' }, label: 'Notes', help: 'Markdown' },
      ],
    },
  ],
  empty: (given) => ({
    schedule: '',
    tags: [],
    notes: '',
    headers: [],
    certificate: readSecretText(''),
    password: readSecretRef(null),
    ...given,
  }),
  row: {
    read: (row) => ({
      schedule: textAt(row, 'schedule'),
      tags: textsAt(row, 'tags'),
      notes: textAt(row, 'notes'),
      headers: itemsAt(row, 'headers').map((each) => ({
        name: textAt(each, 'name'),
        value: textAt(each, 'value'),
      })),
      certificate: readSecretText(textAt(row, 'certificate')),
      password: readSecretRef(valueAt(row, 'password')),
    }),
    write: ({ certificate, password, ...columns }) => ({
      ...columns,
      certificate: writeSecretText(certificate),
      password: writeSecretRef(password),
    }),
  },
  submit: { kind: 'row', tbl: 'connections' },
});
