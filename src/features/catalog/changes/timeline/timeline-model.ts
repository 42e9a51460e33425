import { instantMs } from '#src/lib/age.ts';
import type { LanesBy } from './lanes.ts';
import { authorOf, type Change } from '../change-row.ts';

/** From harmless to worst; `none` for what nobody said, and for words of other servers. */
export const LEVELS = ['none', 'info', 'low', 'medium', 'high', 'critical'] as const;
export type Level = (typeof LEVELS)[number];

/** One change on the axis. */
export interface Mark {
  readonly id: string;
  readonly atMs: number;
  /** When it happened first, where it happened more than once. */
  readonly firstMs: number | null;
  readonly level: Level;
  readonly change: Change;
}

export interface Lane {
  readonly key: string;
  readonly name: string;
  /** Oldest first. */
  readonly marks: readonly Mark[];
}

/** A stretch of time. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What is drawn in one place: one change, or several that would touch. */
export interface Cluster {
  readonly x: number;
  readonly marks: readonly Mark[];
}

export function levelOf(severity: string | null): Level {
  const word = severity?.toLowerCase();
  return LEVELS.find((level) => level === word) ?? 'none';
}

export function worstOf(marks: readonly Mark[]): Level {
  const at = marks.reduce((worst, { level }) => Math.max(worst, LEVELS.indexOf(level)), 0);
  return LEVELS[at] ?? 'none';
}

/** Marks oldest first; a change whose time cannot be read has no place on an axis. */
export function marksOf(changes: readonly Change[]): readonly Mark[] {
  return changes
    .flatMap((change): Mark[] => {
      const atMs = instantMs(change.created_at);
      if (atMs === undefined) return [];
      const firstMs = instantMs(change.first_observed);
      const isRepeat = (change.count ?? 1) > 1 && firstMs !== undefined && firstMs < atMs;
      const level = levelOf(change.severity);
      return [{ id: change.id, atMs, firstMs: isRepeat ? firstMs : null, level, change }];
    })
    .sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1));
}

/** The lanes with most changes first, and one for the rest of them. */
export function lanesOf(
  marks: readonly Mark[],
  by: LanesBy,
  most: number,
  personName: (id: string) => string | undefined,
): readonly Lane[] {
  const groups = new Map<string, { name: string; marks: Mark[] }>();
  for (const mark of marks) {
    const { key, name } = laneOf(mark.change, by, personName);
    const group = groups.get(key) ?? { name, marks: [] };
    group.marks.push(mark);
    groups.set(key, group);
  }
  const lanes = [...groups]
    .map(([key, group]): Lane => ({ key, ...group }))
    .sort((a, b) => b.marks.length - a.marks.length || a.name.localeCompare(b.name));
  // A lane for one more is that one.
  if (lanes.length <= most + 1) return lanes;
  const rest = new Set(lanes.slice(most).flatMap((lane) => lane.marks.map(({ id }) => id)));
  const others: Lane = {
    key: 'others',
    name: `${lanes.length - most} others`,
    marks: marks.filter(({ id }) => rest.has(id)),
  };
  return [...lanes.slice(0, most), others];
}

function laneOf(
  change: Change,
  by: LanesBy,
  personName: (id: string) => string | undefined,
): { readonly key: string; readonly name: string } {
  switch (by) {
    case 'type':
      return { key: `type ${change.change_type ?? ''}`, name: change.change_type ?? 'No type' };
    case 'item':
      return {
        key: `item ${change.config_id ?? ''}`,
        name: change.name ?? change.config_id ?? 'No item',
      };
    case 'author': {
      const author = authorOf(change);
      if (author === null) return { key: 'author', name: 'No author' };
      const name = author.param === 'created_by' ? (personName(author.value) ?? 'Somebody') : author.value;
      return { key: `author ${author.param} ${author.value}`, name };
    }
  }
}

/** Where a moment lies on so many pixels; may be outside. */
export function xOf(atMs: number, { fromMs, toMs }: Span, width: number): number {
  return toMs <= fromMs ? 0 : ((atMs - fromMs) / (toMs - fromMs)) * width;
}

export function msAt(x: number, { fromMs, toMs }: Span, width: number): number {
  return width === 0 ? fromMs : fromMs + (Math.min(width, Math.max(0, x)) / width) * (toMs - fromMs);
}

/** Those within the stretch, each where it happened; what would touch is one place in the middle of its members. */
export function clustersOf(
  marks: readonly Mark[],
  span: Span,
  width: number,
  widthOf: (count: number) => number,
): readonly Cluster[] {
  const done: { x: number; marks: Mark[] }[] = [];
  for (const mark of marks) {
    if (mark.atMs < span.fromMs || mark.atMs > span.toMs) continue;
    let next = { x: xOf(mark.atMs, span, width), marks: [mark] };
    for (let last = done.at(-1); last !== undefined; last = done.at(-1)) {
      const room = (widthOf(last.marks.length) + widthOf(next.marks.length)) / 2;
      if (next.x - last.x >= room) break;
      done.pop();
      const [a, b] = [last.marks.length, next.marks.length];
      next = { x: (last.x * a + next.x * b) / (a + b), marks: [...last.marks, ...next.marks] };
    }
    done.push(next);
  }
  return done;
}

/** Less than this is not looked into any more. */
export const SHORTEST_MS = 10_000;

/** A stretch `factor` times as long around a moment that keeps its place, within the whole; null for the whole. */
export function zoomed(span: Span, factor: number, aroundMs: number, whole: Span): Span | null {
  const lengthMs = Math.max(SHORTEST_MS, (span.toMs - span.fromMs) * factor);
  const share = (aroundMs - span.fromMs) / Math.max(1, span.toMs - span.fromMs);
  return within({ fromMs: aroundMs - lengthMs * share, toMs: aroundMs + lengthMs * (1 - share) }, whole);
}

/** The stretch moved by a share of its length; at the end of the whole it stays. */
export function panned(span: Span, share: number, whole: Span): Span | null {
  const byMs = (span.toMs - span.fromMs) * share;
  return within({ fromMs: span.fromMs + byMs, toMs: span.toMs + byMs }, whole);
}

/** A stretch that shows all of these with room around them. */
export function spanAround(marks: readonly Mark[], whole: Span): Span | null {
  const times = marks.map(({ atMs }) => atMs);
  const [fromMs, toMs] = [Math.min(...times), Math.max(...times)];
  const room = Math.max((toMs - fromMs) * 0.15, SHORTEST_MS / 2);
  return within({ fromMs: fromMs - room, toMs: toMs + room }, whole);
}

function within({ fromMs, toMs }: Span, whole: Span): Span | null {
  const lengthMs = toMs - fromMs;
  if (lengthMs >= whole.toMs - whole.fromMs) return null;
  const from = Math.min(Math.max(fromMs, whole.fromMs), whole.toMs - lengthMs);
  return { fromMs: from, toMs: from + lengthMs };
}

/** Where an arrow key leads from a change: along its lane, or to the nearest in time of the next lane that has any. */
export function nextMark(
  rows: readonly (readonly Cluster[])[],
  activeId: string | null,
  key: string,
): string | undefined {
  const row = rows.findIndex((clusters) => clusters.some((cluster) => isIn(cluster, activeId)));
  const at = rows[row]?.findIndex((cluster) => isIn(cluster, activeId)) ?? -1;
  const cluster = rows[row]?.[at];
  if (cluster === undefined) return newestOf(rows);
  switch (key) {
    case 'ArrowLeft':
      return idOf(rows[row]?.[at - 1]);
    case 'ArrowRight':
      return idOf(rows[row]?.[at + 1]);
    case 'Home':
      return idOf(rows[row]?.[0]);
    case 'End':
      return idOf(rows[row]?.at(-1));
    case 'ArrowUp':
      return idOf(nearest(rows.slice(0, row).findLast(hasAny), cluster.x));
    case 'ArrowDown':
      return idOf(nearest(rows.slice(row + 1).find(hasAny), cluster.x));
    default:
      return undefined;
  }
}

/** The change that happened last of all that are drawn. */
export function newestOf(rows: readonly (readonly Cluster[])[]): string | undefined {
  const all = rows.flatMap((clusters) => clusters.flatMap(({ marks }) => marks));
  return all.reduce<Mark | undefined>(
    (newest, mark) => (newest === undefined || mark.atMs > newest.atMs ? mark : newest),
    undefined,
  )?.id;
}

export function isIn({ marks }: Cluster, id: string | null): boolean {
  return id !== null && marks.some((mark) => mark.id === id);
}

function hasAny(clusters: readonly Cluster[]): boolean {
  return clusters.length > 0;
}

function idOf(cluster: Cluster | undefined): string | undefined {
  return cluster?.marks.at(-1)?.id;
}

function nearest(clusters: readonly Cluster[] | undefined, x: number): Cluster | undefined {
  return clusters?.reduce((best, each) => (Math.abs(each.x - x) < Math.abs(best.x - x) ? each : best));
}
