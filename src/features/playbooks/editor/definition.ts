import type { PlaybookRef } from '#sync/read/playbooks/playbooks.ts';
import { own } from '#sync/protocol/own.ts';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';
import { bodyPart } from '#src/views/body-part.ts';
import { withChanges, editableDefinition } from '#src/views/definition.ts';
import { isRow } from '#src/views/row-text.ts';

/** A definition that can be edited on this device, or why it cannot. */
export type Definition =
  | { readonly is: 'known'; readonly spec: unknown }
  | { readonly is: 'kept-back'; readonly reason: string };

const SECRET = 'it holds what looks like a password or a token, which is not kept on this device.';

/** What was written here before what the server has; undefined while that is asked. */
export function definitionOf(
  { definitionChanges }: Pick<PlaybookRef, 'definitionChanges'>,
  asked: DocumentRead,
): Definition | undefined {
  const made = own(definitionChanges, 'spec');
  if (made !== undefined) return known(made);
  const read = withChanges(asked, definitionChanges);
  const part = bodyPart(read);
  const remains = read.value?.remains;
  switch (part.is) {
    case 'loading':
      return undefined;
    case 'found':
      return isRow(part.value)
        ? known(part.value['spec'] ?? {})
        : keptBack('the server’s answer could not be read.');
    case 'failed':
      return keptBack(`it could not be read: ${part.error.message}`);
    case 'forbidden':
      return keptBack('your role may not read it.');
    case 'missing':
      return keptBack('the server has none.');
    case 'not-here':
      if (isRow(remains)) return known(remains['spec'] ?? {});
      return keptBack(`it is not on this device. ${part.reason ?? ''}`.trim());
  }
}

function keptBack(reason: string): Definition {
  return { is: 'kept-back', reason };
}

function known(spec: unknown): Definition {
  const kept = editableDefinition(spec);
  return kept === null ? keptBack(SECRET) : { is: 'known', spec: kept.spec };
}
