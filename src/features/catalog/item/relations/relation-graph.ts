import * as v from 'valibot';
import { isHard, rowsOf, type Edge } from '#sync/read/relation-edges.ts';

/** Which way the links lead: to what is below the item, or from what is above it. */
export type Direction = 'outgoing' | 'incoming';

const text = v.fallback(v.nullish(v.string(), null), null);
const endSchema = v.fallback(
  v.nullish(v.object({ id: v.string(), name: text, type: text, deleted_at: text }), null),
  null,
);
const unlinkedSchema = v.object({
  config_id: v.string(),
  related_id: v.string(),
  relation: text,
  deleted_at: text,
  from: endSchema,
  to: endSchema,
});

/** What is known of an item by a link to it alone. */
export type LinkedEnd = NonNullable<v.InferOutput<typeof endSchema>>;

/** A link of the item that was deleted, with what it led to. */
export interface Unlinked extends Edge {
  readonly at: string | null;
  readonly ends: readonly LinkedEnd[];
}

/** An item that links lead to. */
export interface Related {
  readonly itemId: string;
  readonly direction: Direction;
  /** Links between the two, 1 for a link of its own. */
  readonly steps: number;
  /** Of the last of these links. */
  readonly relation: string | null;
  /** When the link was deleted; null for one that is there. */
  readonly unlinkedAt: string | null;
}

/** Bodies of the kind `config-unlinked`. */
export function readUnlinked(body: unknown): readonly Unlinked[] {
  return rowsOf(body, unlinkedSchema).map((row) => ({
    from: row.config_id,
    to: row.related_id,
    relation: row.relation,
    at: row.deleted_at,
    ends: [row.from, row.to].filter((end) => end !== null),
  }));
}

export interface Followed {
  readonly outgoing: boolean;
  readonly incoming: boolean;
  /** Links that are not hard are followed, too. */
  readonly soft: boolean;
}

/** What links lead to from an item, the nearest first; one that is led to both ways is there for each. */
export function relatedTo(
  itemId: string,
  edges: readonly Edge[],
  unlinked: readonly Unlinked[],
  { outgoing, incoming, soft }: Followed,
): readonly Related[] {
  const isFollowed = (edge: Edge): boolean => soft || isHard(edge);
  const ways = ([outgoing && 'outgoing', incoming && 'incoming'] as const).filter((way) => way !== false);
  const live = edges.filter(isFollowed);
  return ways
    .flatMap((direction) => {
      const found = walk(itemId, live, direction);
      const gone = unlinked.filter(isFollowed).flatMap((link): readonly Related[] => {
        const { near, far } = endsOf(link, direction);
        // One that was linked again is linked.
        return near !== itemId || found.has(far)
          ? []
          : [{ itemId: far, direction, steps: 1, relation: link.relation, unlinkedAt: link.at ?? '' }];
      });
      return [...found.values(), ...new Map(gone.map((each) => [each.itemId, each])).values()];
    })
    .toSorted((a, b) => a.steps - b.steps);
}

/** The shortest way to each item, step by step: links may lead in circles. */
function walk(start: string, edges: readonly Edge[], direction: Direction): ReadonlyMap<string, Related> {
  const ahead = new Map<string, Edge[]>();
  for (const edge of edges) {
    const { near } = endsOf(edge, direction);
    ahead.set(near, [...(ahead.get(near) ?? []), edge]);
  }
  const found = new Map<string, Related>();
  let here: readonly string[] = [start];
  for (let steps = 1; here.length > 0; steps += 1) {
    const next: string[] = [];
    for (const edge of here.flatMap((id) => ahead.get(id) ?? [])) {
      const { far } = endsOf(edge, direction);
      if (far === start || found.has(far)) continue;
      found.set(far, { itemId: far, direction, steps, relation: edge.relation, unlinkedAt: null });
      next.push(far);
    }
    here = next;
  }
  return found;
}

function endsOf({ from, to }: Edge, direction: Direction): { readonly near: string; readonly far: string } {
  return direction === 'outgoing' ? { near: from, far: to } : { near: to, far: from };
}
