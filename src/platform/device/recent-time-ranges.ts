import { useState } from 'react';
import { recentRangesSchema } from '../../lib/recent-ranges.ts';
import type { AbsoluteRange } from '../../lib/time-range.ts';
import { readStored, storageKeys, writeStored } from './storage-keys.ts';

/** The absolute ranges used on this device, newest first, one list for every page; and how to keep another one. */
export function useRecentTimeRanges(): readonly [
  readonly AbsoluteRange[],
  (recent: readonly AbsoluteRange[]) => void,
] {
  const [recent, setRecent] = useState<readonly AbsoluteRange[]>(() =>
    readStored(storageKeys.recentTimeRanges, recentRangesSchema, []),
  );
  const keep = (next: readonly AbsoluteRange[]): void => {
    setRecent(next);
    writeStored(storageKeys.recentTimeRanges, next);
  };
  return [recent, keep];
}
