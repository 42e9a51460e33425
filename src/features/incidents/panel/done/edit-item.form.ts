import type { CommandOf } from '#sync/protocol/command.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { DoneItem } from '#sync/read/incident-done.ts';
import { defineForm, type AnyForm } from '#src/views/form/form-spec.ts';
import { isManual, itemTitle } from './done-labels.ts';
import { manualItem, manualText, manualWords } from './manual.form.ts';

interface Edited {
  readonly text: string;
}

/** The text of a manual item over `opened`; `addUnder`: it is gone, and becomes a new one under that hypothesis. */
export function editTextForm(opened: DoneItem, addUnder: string | null): AnyForm {
  const before = itemTitle(opened);
  return defineForm<Edited>({
    id: 'done.edit-text',
    v: 1,
    groups: [{ fields: [manualText] }],
    empty: (given) => ({ text: before, ...given }),
    words: { ...manualWords, what: 'An earlier change' },
    submit: {
      kind: 'command',
      of({ text }) {
        const next = text.trim();
        if (addUnder !== null) return manualItem(addUnder, next);
        const set = { description: next, evidence: { ...opened.payload, comment: next } };
        return next === before ? null : edit(opened, set);
      },
    },
  });
}

/** The script of an automatic item over `opened`. */
export function editScriptForm(opened: DoneItem): AnyForm {
  const before = opened.script ?? '';
  return defineForm<Edited>({
    id: 'done.edit-script',
    v: 1,
    groups: [{ fields: [{ name: 'text', kind: { is: 'slot' }, label: 'Script' }] }],
    empty: (given) => ({ text: before, ...given }),
    submit: {
      kind: 'command',
      of({ text }) {
        const next = text.trim();
        return next === before ? null : edit(opened, { script: next });
      },
    },
  });
}

function edit(opened: DoneItem, set: JsonRow): CommandOf<'row.update'> {
  return { kind: 'row.update', table: 'evidences', rowId: opened.id, set, opened: seenOf(opened) };
}

/** What stood in the form; what was empty may have been no value at all, and is left out. */
function seenOf(opened: DoneItem): JsonRow {
  const { description, payload, script } = opened;
  if (!isManual(opened)) return script === null ? {} : { script };
  return {
    ...(description === '' ? {} : { description }),
    ...(Object.keys(payload).length === 0 ? {} : { evidence: payload }),
  };
}
