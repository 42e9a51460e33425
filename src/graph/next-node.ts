import type { Point } from './layout-question.ts';

const DIRECTIONS: ReadonlyMap<string, Point> = new Map([
  ['ArrowLeft', { x: -1, y: 0 }],
  ['ArrowRight', { x: 1, y: 0 }],
  ['ArrowUp', { x: 0, y: -1 }],
  ['ArrowDown', { x: 0, y: 1 }],
]);
/** To be beside the way costs more than to be far along it. */
const ASIDE = 2;

/** The node that an arrow key leads to: the nearest in its direction; undefined where there is none, or for another key. */
export function nextNode(
  middles: ReadonlyMap<string, Point>,
  fromId: string,
  key: string,
): string | undefined {
  const direction = DIRECTIONS.get(key);
  const start = middles.get(fromId);
  if (direction === undefined || start === undefined) return undefined;
  let best: string | undefined;
  let least = Infinity;
  for (const [id, { x, y }] of middles) {
    const [dx, dy] = [x - start.x, y - start.y];
    const along = dx * direction.x + dy * direction.y;
    const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
    const cost = along + ASIDE * aside;
    if (id !== fromId && along > 0 && cost < least) [best, least] = [id, cost];
  }
  return best;
}
