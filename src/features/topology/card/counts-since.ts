import type { TopologyPart } from '#sync/protocol/topology.ts';
import { instantMs } from '#src/lib/age.ts';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** What a card counts of insights: this device keeps those that have ended for some days only. */
export function countsSince({ since }: TopologyPart): string {
  const sinceMs = instantMs(since);
  return sinceMs === undefined
    ? ''
    : `The card counts open insights, and those that ended if seen since ${DAY.format(sinceMs)}.`;
}
