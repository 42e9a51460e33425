import type { HealthGroup } from '#sync/protocol/health.ts';

/** Which groups are open: all but some, or only some. */
export interface OpenGroups {
  readonly areOpen: boolean;
  readonly except: ReadonlySet<string>;
}

export const ALL_CLOSED: OpenGroups = { areOpen: false, except: new Set() };
export const ALL_OPEN: OpenGroups = { areOpen: true, except: new Set() };

export function isGroupOpen({ areOpen, except }: OpenGroups, value: string): boolean {
  return areOpen !== except.has(value);
}

export function withGroup(open: OpenGroups, value: string, isOpen: boolean): OpenGroups {
  const except = new Set(open.except);
  if (isOpen === open.areOpen) except.delete(value);
  else except.add(value);
  return { ...open, except };
}

/** One row of the table; a check's own data is read by its id when the row is drawn. */
export type Line =
  | { readonly kind: 'group'; readonly id: string; readonly group: HealthGroup; readonly isOpen: boolean }
  | {
      readonly kind: 'check';
      readonly id: string;
      readonly isMember: boolean;
      /** Of the group it is the only check of, so that its place in the list can be understood. */
      readonly groupValue: string | null;
    };

/** What is listed from top to bottom. A group of one check is that check, not a row to open first. */
export function linesOf(groups: readonly HealthGroup[], open: OpenGroups): readonly Line[] {
  const lines: Line[] = [];
  for (const group of groups) {
    const { value, ids } = group;
    const isGrouped = value !== null && ids.length > 1;
    const isOpen = !isGrouped || isGroupOpen(open, value);
    if (isGrouped) lines.push({ kind: 'group', id: groupLineId(value), group, isOpen });
    if (isOpen)
      for (const id of ids)
        lines.push({ kind: 'check', id, isMember: isGrouped, groupValue: isGrouped ? null : value });
  }
  return lines;
}

/** Whether two lines show the same: every answer brings its groups anew, and mostly with the same numbers. */
export function isSameLine(before: Line, after: Line): boolean {
  if (before.id !== after.id) return false;
  if (before.kind === 'check' || after.kind === 'check') {
    if (before.kind !== 'check' || after.kind !== 'check') return false;
    return before.isMember === after.isMember && before.groupValue === after.groupValue;
  }
  const [one, other] = [before.group, after.group];
  return (
    before.isOpen === after.isOpen &&
    (one === other ||
      (JSON.stringify(one.aggregate) === JSON.stringify(other.aggregate) &&
        JSON.stringify(one.cells) === JSON.stringify(other.cells)))
  );
}

export function groupLineId(value: string): string {
  return `group ${value}`;
}
