import type { PagePart } from '#sync/protocol/paged.ts';
import { longAge } from '#src/lib/age.ts';
import { useAgeNow } from '#src/ui/marks/minute-clock.ts';

/** How old what the server says beside a list is where it is kept, or that it is not here. `what`: "changes and costs". */
export function useServedWords(part: PagePart | undefined, what: string): string {
  const kept = part?.is === 'found' && part.claim.basis === 'kept' ? part.claim.asOf : null;
  const atMs = kept === null ? undefined : Date.parse(kept);
  const nowMs = useAgeNow(atMs);
  if (part?.is === 'not-here') return `; ${what} are not on this device`;
  if (part?.is === 'forbidden') return `; your role may not read ${what}`;
  return atMs === undefined ? '' : `; ${what} as of ${longAge(atMs, nowMs)}`;
}
