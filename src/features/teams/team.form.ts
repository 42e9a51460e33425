import { parse, stringify } from 'yaml';
import { hasNewSecret } from '#sync/protocol/secrets/texts.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { defineForm, type AnyForm } from '#src/views/form/form-spec.ts';
import { textAt, valueAt } from '#src/views/form/form-values.ts';

interface TeamValues {
  readonly name: string;
  readonly icon: string;
  /** The definition as YAML; empty for none. */
  readonly spec: string;
}

/** What a definition says; undefined where it cannot be read. */
function definitionOf(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function problemOf(value: unknown): string | undefined {
  const definition = definitionOf(String(value));
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition))
    return 'A definition is a list of names with their values, as in “components: …”';
  return hasNewSecret(definition)
    ? 'It holds what looks like a password or a token. Name a secret in its place: secret://name/key'
    : undefined;
}

function writtenAs(definition: unknown): string {
  const isEmpty = typeof definition === 'object' && Object.keys(definition ?? {}).length === 0;
  return definition === undefined || isEmpty ? '' : stringify(definition, { lineWidth: 0 });
}

/**
 * A team (spec 3: "name, spec, icon"). Its definition is part of the form where it is known, and holds nothing that this
 * device may not keep.
 */
export function teamForm(hasDefinition: boolean): AnyForm {
  return defineForm<TeamValues>({
    id: hasDefinition ? 'team' : 'team.facts',
    v: 1,
    groups: [
      {
        columns: 2,
        fields: [
          { name: 'name', kind: { is: 'text' }, label: 'Name', required: true },
          { name: 'icon', kind: { is: 'text' }, label: 'Icon' },
        ],
      },
      ...(hasDefinition
        ? [
            {
              fields: [
                {
                  name: 'spec' as const,
                  kind: { is: 'code' as const, language: 'yaml' as const },
                  label: 'Spec',
                  check: problemOf,
                },
              ],
            },
          ]
        : []),
    ],
    empty: (given) => ({ name: '', icon: 'group', spec: '', ...given }),
    row: {
      read: (row) => ({
        name: textAt(row, 'name'),
        icon: textAt(row, 'icon'),
        spec: writtenAs(valueAt(row, 'spec') ?? {}),
      }),
      write: ({ name, icon, spec }): JsonRow => ({
        name: name.trim(),
        icon: icon.trim() === '' ? null : icon.trim(),
        ...(hasDefinition ? { spec: definitionOf(spec) ?? null } : {}),
      }),
    },
    unique: { name: 'name' },
    submit: { kind: 'row', tbl: 'teams' },
  });
}
