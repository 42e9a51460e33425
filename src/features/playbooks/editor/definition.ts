import type { PlaybookRef } from '#sync/read/playbooks/playbooks.ts';
import { isSecretValue } from '#sync/protocol/secret-texts.ts';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';
import { isRow } from '#src/views/row-text.ts';

/** A definition that can be edited on this device, or why it cannot. */
export type Definition =
  { readonly is: 'known'; readonly spec: unknown } | { readonly is: 'kept-back'; readonly reason: string };

const SECRET = 'it holds what looks like a password or a token, which is not kept on this device.';

/** What was written here before what the server has; undefined while that is asked. */
export function definitionOf(
  { unsent }: Pick<PlaybookRef, 'unsent'>,
  { status, value }: DocumentRead,
): Definition | undefined {
  if (unsent !== undefined) return known(unsent);
  if (isRow(value?.body)) return known(value.body['spec'] ?? {});
  if (value === undefined && status !== 'failed') return undefined;
  return { is: 'kept-back', reason: `it is not on this device. ${value?.claim.reason ?? ''}`.trim() };
}

function known(spec: unknown): Definition {
  return isSecretValue(spec) ? { is: 'kept-back', reason: SECRET } : { is: 'known', spec };
}
