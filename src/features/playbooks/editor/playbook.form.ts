import { Lexer, parse, stringify } from 'yaml';
import { hasNewSecret, isWithheld } from '#sync/protocol/secrets/texts.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { defineForm, type AnyForm } from '#src/views/form/form-spec.ts';
import { textAt, valueAt } from '#src/views/form/form-values.ts';
import { isRow } from '#src/views/row-text.ts';

interface PlaybookValues {
  readonly title: string;
  /** The definition as YAML. */
  readonly spec: string;
}

/** What a text says, or why it cannot be read. */
function readText(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: parse(text) as unknown };
  } catch (thrown) {
    const [first = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n');
    return { problem: `This is not valid YAML. ${first.replace(/:$/u, '.')}` };
  }
}

function definitionOf(text: string): JsonRow | null {
  const read = readText(text);
  return 'value' in read && isRow(read.value) ? read.value : null;
}

function problemOf(value: unknown): string | undefined {
  const text = String(value);
  const read = readText(text);
  if ('problem' in read) return read.problem;
  const definition = definitionOf(text);
  if (definition === null) return 'A playbook is a list of names with their values, as in “actions: …”';
  return hasNewSecret(definition)
    ? 'It holds what looks like a password or a token. Name a secret in its place: secret://name/key'
    : undefined;
}

/** What stands under a key where it is a text. */
function textIn(definition: JsonRow | null, key: string): string | null {
  const value = definition === null ? undefined : valueAt(definition, key);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/**
 * Columns that say again what the definition says: the server reads names of playbooks out of the one, lists of the other. One
 * whose text is not on this device stays.
 */
function columnsOf(definition: JsonRow | null): JsonRow {
  const said = {
    category: textIn(definition, 'category') ?? '',
    description: textIn(definition, 'description'),
    icon: textIn(definition, 'icon'),
  };
  const known = Object.entries(said).filter(([, value]) => !isWithheld(value));
  return { spec: definition, ...Object.fromEntries(known) };
}

/** Whether a text holds remarks of a person, which no JSON has. */
export function hasRemarks(text: string): boolean {
  // In a text or a block of one the mark does not begin what the reader of YAML calls a token.
  return [...new Lexer().lex(text)].some((token) => token.startsWith('#'));
}

/**
 * A playbook (spec 3: "title required, spec required"). Its definition is part of the form where it is known, without
 * what this device may not keep; everything in it that nobody touched stays, also what this app does not know.
 */
export function playbookForm(hasDefinition: boolean): AnyForm {
  return defineForm<PlaybookValues>({
    id: hasDefinition ? 'playbook' : 'playbook.facts',
    v: 1,
    groups: [
      { fields: [{ name: 'title', kind: { is: 'text' }, label: 'Title', required: true }] },
      ...(hasDefinition
        ? [
            {
              fields: [
                {
                  name: 'spec' as const,
                  kind: {
                    is: 'code' as const,
                    language: 'yaml' as const,
                    // Spec 8: "GET /api/schemas/playbook-spec.schema.json".
                    schemaFile: 'playbook-spec.schema.json',
                  },
                  label: 'Spec',
                  required: true as const,
                  check: problemOf,
                },
              ],
            },
          ]
        : []),
    ],
    empty: (given) => ({ title: '', spec: '', ...given }),
    row: {
      read: (row) => {
        const spec = valueAt(row, 'spec');
        return {
          title: textAt(row, 'title') || textAt(row, 'name'),
          spec: isRow(spec) ? stringify(spec, { lineWidth: 0 }) : '',
        };
      },
      write: ({ title, spec }, row): JsonRow => ({
        title: title.trim(),
        ...(row === null ? { name: title.trim(), source: 'UI' } : {}),
        ...(hasDefinition ? columnsOf(definitionOf(spec)) : {}),
      }),
    },
    submit: { kind: 'row', tbl: 'playbooks' },
  });
}
