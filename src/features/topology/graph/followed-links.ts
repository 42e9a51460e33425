import type { Link, Way } from '#src/graph/grouped-graph.ts';
import { gathered } from '#src/lib/gathered.ts';

interface Followed {
  readonly outgoing: boolean;
  readonly incoming: boolean;
  /** Links that are not firm are followed, too. */
  readonly soft: boolean;
}

/** What is around a component, as far as it is asked for. */
export interface Around {
  readonly links: readonly Link[];
  /** How each thing is reached, the nearest first; what is reached both ways is below. */
  readonly wayOf: ReadonlyMap<string, Way>;
}

/** Links that lead away from a component, and those that lead to it. */
export function followedLinks(start: string, all: readonly Link[], followed: Followed): Around {
  const links = followed.soft ? all : all.filter(({ is }) => is === 'hard');
  const below = followed.outgoing ? reached(start, links, 'outgoing') : NOTHING;
  const above = followed.incoming ? reached(start, links, 'incoming') : NOTHING;
  const wayOf = new Map<string, Way>();
  for (const id of below) if (id !== start) wayOf.set(id, 'outgoing');
  for (const id of above) if (id !== start && !below.has(id)) wayOf.set(id, 'incoming');
  return { links: links.filter(({ from, to }) => below.has(from) || above.has(to)), wayOf };
}

const NOTHING: ReadonlySet<string> = new Set();

/** The start and all that links lead to one way, the nearest first. */
function reached(start: string, links: readonly Link[], way: Way): ReadonlySet<string> {
  const near = ({ from, to }: Link): string => (way === 'outgoing' ? from : to);
  const far = ({ from, to }: Link): string => (way === 'outgoing' ? to : from);
  const ahead = gathered(links, near);
  const found = new Set([start]);
  for (const id of found) for (const link of ahead.get(id) ?? []) found.add(far(link));
  return found;
}
