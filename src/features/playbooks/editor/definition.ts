import type { PlaybookRef } from '#sync/read/playbooks/playbooks.ts';
import { isSecretValue } from '#sync/protocol/secrets/texts.ts';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';
import { bodyPart } from '#src/views/body-part.ts';
import { isRow } from '#src/views/row-text.ts';

/** A definition that can be edited on this device, or why it cannot. */
export type Definition =
  { readonly is: 'known'; readonly spec: unknown } | { readonly is: 'kept-back'; readonly reason: string };

const SECRET = 'it holds what looks like a password or a token, which is not kept on this device.';

/** What was written here before what the server has; undefined while that is asked. */
export function definitionOf(
  { unsent }: Pick<PlaybookRef, 'unsent'>,
  read: DocumentRead,
): Definition | undefined {
  if (unsent !== undefined) return known(unsent);
  const part = bodyPart(read);
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
      return keptBack(`it is not on this device. ${part.reason ?? ''}`.trim());
  }
}

function keptBack(reason: string): Definition {
  return { is: 'kept-back', reason };
}

function known(spec: unknown): Definition {
  return isSecretValue(spec) ? keptBack(SECRET) : { is: 'known', spec };
}
