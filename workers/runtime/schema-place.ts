import { isAlias, isCollection, isMap, isScalar, isSeq, type Document, type Node, type Pair } from 'yaml';
import { pathOf } from './schema-causes.ts';

/** A stretch of a text, in offsets. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

const START: Place = { from: 0, to: 0 };

/**
 * Where a value stands that a validator names by its pointer. A whole map or list is named by its key, or by where it
 * begins, because nobody reads an underline of fifty lines. What is not there is looked for where it should be.
 */
export function placeOf(document: Document.Parsed, pointer: string, what: 'key' | 'value' = 'value'): Place {
  let node: unknown = document.contents;
  let place = startOf(document.contents);
  for (const step of pathOf(pointer)) {
    const resolved: unknown = isAlias(node) ? node.resolve(document) : node;
    if (isMap(resolved)) {
      const pair: Pair | undefined = resolved.items.find(({ key }) => keyOf(key) === step);
      if (pair === undefined) return place;
      node = pair.value;
      place = rangeOf(isScalar(node) && what === 'value' ? node : pair.key) ?? place;
    } else if (isSeq(resolved)) {
      node = resolved.items[Number(step)];
      if (node === undefined) return place;
      place = isCollection(node) ? startOf(node) : (rangeOf(node) ?? place);
    } else {
      return place;
    }
  }
  return place;
}

function keyOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function rangeOf(node: unknown): Place | undefined {
  const range = (node as Partial<Node> | null)?.range; // as: nodes of a parsed text have one, others do not
  return range === undefined || range === null ? undefined : { from: range[0], to: range[1] };
}

/** A value that is a whole is named by its first character. */
function startOf(node: unknown): Place {
  const range = rangeOf(node);
  if (range === undefined) return START;
  return isCollection(node) ? { from: range.from, to: Math.min(range.to, range.from + 1) } : range;
}
