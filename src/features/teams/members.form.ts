import type { PersonRef } from '#sync/read/types.ts';
import { defineForm, type AnyForm } from '#src/views/form/form-spec.ts';

interface NewMembers {
  readonly people: readonly string[];
}

/** Who joins a team, of those who are not in it (spec 3: "requires at least one user"). */
export function membersForm(teamId: string, people: readonly Pick<PersonRef, 'id' | 'name'>[]): AnyForm {
  return defineForm<NewMembers>({
    id: 'team.members',
    v: 1,
    groups: [
      {
        fields: [
          {
            name: 'people',
            kind: { is: 'choices', options: people.map(({ id, name }) => ({ id, label: name })) },
            label: 'Users',
            required: 'Select at least one user',
          },
        ],
      },
    ],
    empty: (given) => ({ people: [], ...given }),
    submit: {
      kind: 'command',
      of: ({ people: added }) => ({
        kind: 'row.create',
        table: 'team_members',
        rows: added.map((id) => ({ team_id: teamId, person_id: id })),
      }),
    },
  });
}
