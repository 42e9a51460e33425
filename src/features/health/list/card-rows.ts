import type { HealthGroup } from '#sync/protocol/health.ts';

/** One line of the card layout: the heading of a group, or as many cards as fit side by side. */
export type CardRow =
  | { readonly kind: 'heading'; readonly key: string; readonly group: HealthGroup }
  | { readonly kind: 'cards'; readonly key: string; readonly ids: readonly string[] };

/** Groups under their headings; groups of one check stand together without, because the card says it all. */
export function cardRows(groups: readonly HealthGroup[], columns: number): readonly CardRow[] {
  const rows: CardRow[] = [];
  let singles: string[] = [];
  const push = (ids: readonly string[]): void => {
    for (let at = 0; at < ids.length; at += columns) {
      const part = ids.slice(at, at + columns);
      rows.push({ kind: 'cards', key: part[0] ?? '', ids: part });
    }
  };
  for (const group of groups) {
    const { value, ids } = group;
    if (value !== null && ids.length === 1) {
      singles.push(...ids);
      continue;
    }
    push(singles);
    singles = [];
    if (value !== null) rows.push({ kind: 'heading', key: `group ${value}`, group });
    push(ids);
  }
  push(singles);
  return rows;
}
