import type { Part } from '#sync/protocol/claim.ts';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';

/** A body as any other thing on a page: `missing` only where the server said that it has none (I23). */
export function bodyPart({ status, value, error }: DocumentRead): Part<unknown> {
  if (value === undefined)
    return status === 'failed' ? { is: 'failed', error: error.info } : { is: 'loading' };
  const { body, claim } = value;
  if (claim.state === 'forbidden') return { is: 'forbidden' };
  if (claim.state === 'never') return { is: 'not-here', reason: claim.reason };
  return body === null ? { is: 'missing' } : { is: 'found', value: body, claim };
}

/** Why a thing of which this device has no row cannot be made of its body, either. */
export function withoutRow(read: DocumentRead): Exclude<Part<never>, { is: 'found' }> {
  const part = bodyPart(read);
  return part.is === 'found' ? { is: 'not-here', reason: 'The server’s answer could not be read.' } : part;
}
