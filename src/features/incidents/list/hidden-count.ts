/** The two halves of the line over the list; `hidden` is null when the status filter hides nothing active. */
export interface HiddenCount {
  readonly shown: string;
  readonly hidden: string | null;
}

/**
 * "Showing 4 open" and "7 more active (3 investigating, 2 mitigated, 2 new)": what the default filter hides is said,
 * largest group first. `status` is null when no status filter is set.
 */
export function hiddenCount(
  status: string | null,
  shown: number,
  hidden: { readonly total: number; readonly byStatus: Readonly<Record<string, number>> },
): HiddenCount {
  const word = status === null ? (shown === 1 ? 'incident' : 'incidents') : status;
  const groups = Object.entries(hidden.byStatus)
    .filter(([, count]) => count > 0)
    .sort(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b))
    .map(([name, count]) => `${count} ${name}`);
  return {
    shown: `Showing ${shown} ${word}`,
    hidden: hidden.total === 0 ? null : `${hidden.total} more active (${groups.join(', ')})`,
  };
}
