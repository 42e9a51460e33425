import type { Part } from '#sync/protocol/claim.ts';
import type { FetchedDocument } from '#sync/protocol/document.ts';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';

/** A fetched body as a `Part`; it is `missing` only where the server said that there is none (I23). */
export function bodyPart({ status, value, error }: DocumentRead): Part<unknown> {
  if (value === undefined)
    return status === 'failed' ? { is: 'failed', error: error.info } : { is: 'loading' };
  return fetchedPart(value);
}

/** The same of one that was asked for outside a page. */
export function fetchedPart({
  body,
  claim,
}: FetchedDocument): Exclude<Part<unknown>, { is: 'loading' | 'failed' }> {
  if (claim.state === 'forbidden') return { is: 'forbidden' };
  if (claim.state === 'never') return { is: 'not-here', reason: claim.reason };
  return body === null ? { is: 'missing' } : { is: 'found', value: body, claim };
}

/** Why a thing cannot be shown that has no row on this device and of which no body could be read, either. */
export function absentPart(read: DocumentRead): Exclude<Part<never>, { is: 'found' }> {
  const part = bodyPart(read);
  return part.is === 'found' ? { is: 'not-here', reason: 'The server’s answer could not be read.' } : part;
}
