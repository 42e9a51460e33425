import { defineForm, type AnyForm } from '#src/views/form/form-spec.ts';
import { textAt } from '#src/views/form/form-values.ts';

interface FlagValues {
  readonly name: string;
  readonly value: string;
  readonly remove: string;
}

/** Spec 5. */
const ALL_DETAILS = 'please provide all details';
/** What fits into an address, which names the value that is changed. */
const MAX_LENGTH = { name: 400, value: 4000 } as const;

const atMost =
  (length: number) =>
  (value: unknown): string | undefined =>
    String(value).length > length ? `At most ${length.toLocaleString()} characters` : undefined;

/** A feature flag (spec 2: "name, value"); its name is what the server knows it by. */
export function flagForm(isNew: boolean): AnyForm {
  return defineForm<FlagValues>({
    id: isNew ? 'flag' : 'flag.value',
    v: 1,
    groups: [
      {
        fields: [
          {
            name: 'name',
            kind: { is: 'text', isCode: true },
            label: 'Name',
            required: ALL_DETAILS,
            check: atMost(MAX_LENGTH.name),
            ...(isNew ? { help: 'logs.disable with the value true turns Logs off for everybody.' } : {}),
          },
          {
            name: 'value',
            kind: { is: 'text', isCode: true },
            label: 'Value',
            required: ALL_DETAILS,
            check: atMost(MAX_LENGTH.value),
          },
          ...(isNew ? [] : [{ name: 'remove' as const, kind: { is: 'slot' as const }, label: 'Delete' }]),
        ],
      },
    ],
    empty: (given) => ({ name: '', value: '', remove: '', ...given }),
    row: {
      read: (row) => ({ name: textAt(row, 'name'), value: textAt(row, 'value'), remove: '' }),
      write: ({ name, value }) => ({ name: name.trim(), value: value.trim() }),
    },
    unique: { name: 'name' },
    submit: {
      kind: 'online',
      call: ({ name, value }, opened) =>
        opened !== null && textAt(opened, 'value').trim() === value.trim()
          ? null
          : { call: 'flag', body: { name: name.trim(), value: value.trim() } },
    },
  });
}
