import type { CommandOf } from '#sync/protocol/command.ts';
import { defineForm, type AnyForm, type Field, type Words } from '#src/views/form/form-spec.ts';

interface Manual {
  readonly text: string;
}

export const manualText: Field<Manual> = {
  name: 'text',
  kind: { is: 'lines' },
  label: 'What must be true before this is done?',
  required: 'Write something first',
};

export const manualWords: Words<Manual> = {
  fields: ['text'],
  what: 'An earlier definition of done',
  read: (text) => ({ text }),
  write: ({ text = '' }) => text,
};

/** Something people tick themselves, at the top of the tree. */
export function manualForm(hypothesisId: string): AnyForm {
  return defineForm<Manual>({
    id: 'done.manual',
    v: 1,
    groups: [{ fields: [manualText] }],
    empty: (given) => ({ text: '', ...given }),
    words: manualWords,
    submit: { kind: 'command', of: ({ text }) => manualItem(hypothesisId, text.trim()) },
  });
}

/** Spec 4: a comment saved as evidence that is part of the definition of done from the start. */
export function manualItem(hypothesisId: string, text: string): CommandOf<'evidence.add'> {
  const evidence = {
    type: 'comment',
    description: text,
    payload: { comment: text },
    definitionOfDone: true,
  } as const;
  return { kind: 'evidence.add', hypothesisId, evidence };
}
