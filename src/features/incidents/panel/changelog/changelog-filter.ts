import { own } from '#sync/protocol/own.ts';
import type { HistoryLine } from '#sync/read/incident-history.ts';
import type { TriState } from '#src/ui/filters/tri-state-radio.tsx';

/** Types that are asked for or left out; a type that is not named is neither. */
export interface ChangelogFilter {
  readonly types: Readonly<Record<string, 'only' | 'not'>>;
  readonly isStarredOnly: boolean;
}

export const NO_FILTER: ChangelogFilter = { types: {}, isStarredOnly: false };

export function isFiltering({ types, isStarredOnly }: ChangelogFilter): boolean {
  return isStarredOnly || Object.keys(types).length > 0;
}

export function stateOfType({ types }: ChangelogFilter, type: string): TriState {
  return own(types, type) ?? 'any';
}

export function withType(filter: ChangelogFilter, type: string, state: TriState): ChangelogFilter {
  const { [type]: _former, ...rest } = filter.types;
  return { ...filter, types: state === 'any' ? rest : { ...rest, [type]: state } };
}

/** With any "only" the others are out; a "not" is out in any case. */
export function filterLines(
  lines: readonly HistoryLine[],
  filter: ChangelogFilter,
  starred: ReadonlySet<string>,
): readonly HistoryLine[] {
  const isNarrowed = Object.values(filter.types).includes('only');
  return lines.filter((line) => {
    if (filter.isStarredOnly && !starred.has(line.id)) return false;
    const state = stateOfType(filter, line.type);
    return isNarrowed ? state === 'only' : state !== 'not';
  });
}

/** Lines of one day, in the time zone of the device; days and lines keep their order. */
export interface ChangelogDay {
  /** `2026-11-21`; empty for lines whose time is none. */
  readonly day: string;
  readonly lines: readonly HistoryLine[];
}

export function byDay(lines: readonly HistoryLine[]): readonly ChangelogDay[] {
  const days: { day: string; lines: HistoryLine[] }[] = [];
  for (const line of lines) {
    const day = dayOf(line.createdAt);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
}

function dayOf(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
