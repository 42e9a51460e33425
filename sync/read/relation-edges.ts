import * as v from 'valibot';

const text = v.fallback(v.nullish(v.string(), null), null);
const edgeSchema = v.object({ id: v.string(), related_id: v.string(), relation_type: text });
const detailSchema = v.object({ id: v.string(), path: v.string() });
const idSchema = v.pipe(v.string(), v.uuid());

/** A link that leads from one item to another. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** `hard` of a parent and its child, `parent` where only a path says so; anything else is soft. */
  readonly relation: string | null;
}

/** Whether a link is one of a parent and its child. */
export function isHard({ relation }: Pick<Edge, 'relation'>): boolean {
  return relation === 'hard' || relation === 'parent';
}

/** Bodies of the kind `config-edges`; what is none is left out. */
export function readEdges(body: unknown): readonly Edge[] {
  return rowsOf(body, edgeSchema).map(({ id, related_id: to, relation_type: relation }) => ({
    from: id,
    to,
    relation,
  }));
}

/**
 * Links that the path of an item stands for: from the topmost ancestor down to it. The path ends with the item itself, or
 * with its parent where the scraper left it out. Of a body of the kind `config-detail`.
 */
export function readPath(body: unknown): readonly Edge[] {
  const read = v.safeParse(detailSchema, body);
  if (!read.success) return [];
  const { id, path } = read.output;
  const ids = [...path.split('.').filter((part) => v.is(idSchema, part) && part !== id), id];
  return ids.slice(1).map((to, at) => ({ from: ids[at] ?? to, to, relation: 'parent' }));
}

/** Rows of a list that has others in it, too; what is no such row is left out. */
export function rowsOf<T>(body: unknown, schema: v.GenericSchema<unknown, T>): readonly T[] {
  if (!Array.isArray(body)) return [];
  return body.flatMap((raw) => {
    const row = v.safeParse(schema, raw);
    return row.success ? [row.output] : [];
  });
}
