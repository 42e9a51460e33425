import type { Count } from './detail-spec.ts';

interface Badge {
  readonly n: number;
  /** Since when it is not known any better; null while it is current. */
  readonly oldSince: string | null;
}

/** What a tab may say of a number: nothing rather than a zero that nobody vouches for. */
export function badgeOf(count: Count | null): Badge | null {
  if (count === null) return null;
  const { n, claim } = count;
  if (claim.state === 'never' || claim.state === 'forbidden' || claim.state === 'skew') return null;
  const isOld = claim.basis === 'kept' || claim.reason !== null;
  if (n === 0 && (isOld || claim.state !== 'complete')) return null;
  return { n, oldSince: isOld ? claim.asOf : null };
}
