import { array, assert, constantFrom, nat, property, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  affectedBy,
  keyOf,
  thingOf,
  upstreamOf,
  type Reached,
  type Thing,
  type Ties,
} from './blast-radius.ts';

const config = nat(7).map((n) => `g${n}`);
const component = nat(5).map((n) => `k${n}`);
const ties = record({
  related: array(record({ from: config, to: config }), { maxLength: 14 }),
  linked: array(record({ componentId: component, configId: config }), { maxLength: 8 }),
  inside: array(record({ childId: component, parentId: component }), { maxLength: 8 }),
});
const starts = tuple(constantFrom('config' as const, 'component' as const), nat(5)).map(
  ([kind, n]): Thing => ({ kind, id: `${kind === 'config' ? 'g' : 'k'}${n}` }),
);

/** Whether a device knows of something that leads from one to the other, in either way. */
function isTied(a: Thing, b: Thing, { related, linked, inside }: Ties): boolean {
  const isPair = (one: Thing, other: Thing): boolean => {
    if (one.kind === 'config' && other.kind === 'config')
      return related.some(({ from, to }) => from === one.id && to === other.id);
    if (one.kind === 'component' && other.kind === 'component')
      return inside.some(({ childId, parentId }) => childId === one.id && parentId === other.id);
    return linked.some(({ componentId, configId }) => componentId === one.id && configId === other.id);
  };
  return isPair(a, b) || isPair(b, a);
}

const turned = ({ related, linked, inside }: Ties): Ties => ({
  related: related.toReversed(),
  linked: linked.toReversed(),
  inside: inside.toReversed(),
});
const keys = (found: readonly Reached[]): readonly string[] => found.map(keyOf);

describe.each([
  ['what is hit', affectedBy],
  ['what is upstream', upstreamOf],
])('%s', (_name, walk) => {
  it('has a way of known ties to each thing, the nearest first, and never the start', () => {
    assert(
      property(starts, ties, (start, known) => {
        const found = walk(start, known);
        expect(new Set(keys(found)).size).toBe(found.length);
        expect(keys(found)).not.toContain(keyOf(start));
        expect(found.map(({ way }) => way.length)).toEqual(
          found.map(({ way }) => way.length).toSorted((a, b) => a - b),
        );
        for (const each of found) {
          expect(each.way.at(-1)).toBe(keyOf(each));
          const hops = [keyOf(start), ...each.way].map(thingOf);
          for (const [at, hop] of hops.slice(1).entries())
            expect(isTied(hops[at] ?? start, hop, known)).toBe(true);
        }
      }),
    );
  });

  it('is the same in whatever order it is known, and loses nothing when more is known', () => {
    assert(
      property(starts, ties, ties, (start, known, more) => {
        const found = walk(start, known);
        expect(walk(start, turned(known))).toEqual(found);
        const wider = keys(
          walk(start, {
            related: [...known.related, ...more.related],
            linked: [...known.linked, ...more.linked],
            inside: [...known.inside, ...more.inside],
          }),
        );
        expect(keys(found).filter((key) => !wider.includes(key))).toEqual([]);
      }),
    );
  });
});

it('what is upstream of a thing by relationships is hit by it the other way round', () => {
  assert(
    property(starts, ties, (start, known) => {
      for (const up of upstreamOf(start, known)) {
        const hit = keys(affectedBy(up, known));
        expect(hit).toContain(keyOf(start));
      }
    }),
  );
});
