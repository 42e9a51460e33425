import { advanceCursor, pullFrom } from '../../core/pull/cursor.ts';
import type { PackedSpec } from '../../protocol/packed.ts';
import type { Cursor } from '../../protocol/stored.ts';
import { lookRequest } from '../../transport/look-request.ts';
import type { LookArm } from '../../transport/look-request.ts';
import { compareLean } from './parts.ts';
import type { BulkParts } from './parts.ts';
import type { PullResult, Tally } from '../pull/parts.ts';
import { followHeld } from '../pull/quiet-cursor.ts';

/** How a look ended; a cursor means that the whole overlap is here as the server has it, and how far that reaches. */
export interface BulkLooked {
  readonly end: PullResult | null;
  readonly cursor: Cursor | null;
}

/** The part of a look that one marker asks for: what has moved since the cursor, and the overlap before it. */
export function lookArm(
  cursor: Cursor,
  marker: string,
  overlapMs: number,
  bound?: LookArm['bound'],
): LookArm {
  const arm = { marker, onlyNullUpdated: false };
  return { ...arm, from: pullFrom(cursor, arm, overlapMs), bound };
}

/**
 * Looks at everything the markers would bring, in one small answer (D10.6), as `lookAt` does for tables. Only after a pull
 * that found nothing new. It writes nothing: the caller stores the cursor.
 */
export async function lookAtPacked(
  parts: BulkParts,
  spec: PackedSpec,
  look: { readonly arms: readonly LookArm[]; readonly digest: readonly string[] },
  cursor: Cursor,
  tally: Tally,
): Promise<BulkLooked> {
  if (!parts.calm.has(spec.name)) return { end: null, cursor: null };
  const { arms, digest } = look;
  const deletion = spec.softDelete ? ['deleted_at'] : [];
  const columns = [...new Set([...arms.map((arm) => arm.marker), ...digest, ...deletion])];
  const request = lookRequest(spec, parts.client.context(), { columns, arms });
  const answer = await parts.client.ask('read', request);
  if (answer.class !== 'ok') return { end: tally.end(answer), cursor: null };
  const { rows, total, serverTime } = answer;
  if (total !== rows.length) return { end: null, cursor: null };
  const { fetch, gone } = await compareLean(parts, spec, rows, digest);
  if (fetch.length > 0 || gone.length > 0) return { end: null, cursor: null };
  tally.add({ rows: [], badRows: 0, badSample: null, isSkewed: false }, answer);
  const { clock } = parts.runtime.ports;
  const next = arms.reduce((at, arm) => {
    const moved = advanceCursor(at, arm, rows, [], serverTime);
    return followHeld(parts.held, clock, moved, { arm, rows, serverTime });
  }, cursor);
  return { end: null, cursor: next };
}

/** Notes whether a pull that went through found anything, for the next one. */
export function noteBulkCalm(parts: BulkParts, spec: PackedSpec, tally: Tally): void {
  if (tally.changed === 0) parts.calm.add(spec.name);
  else parts.calm.delete(spec.name);
}
