/** Spec 9: "Counts above 999 shown as k+". */
export function shortCount(count: number): string {
  return count > 999 ? `${Math.floor(count / 1000)}k+` : String(count);
}

/**
 * Spec 9: "2 decimals if at most 10, else 0 decimals; currency above 1000 abbreviated with k". What costs something is never
 * written as nothing.
 */
export function shortCost(cost: number): string {
  if (cost > 1000) return `$${(cost / 1000).toFixed(cost < 10_000 ? 1 : 0).replace(/\.0$/u, '')}k`;
  if (cost > 10) return `$${cost.toFixed(0)}`;
  return cost > 0 && cost < 0.01 ? '<$0.01' : `$${cost.toFixed(2)}`;
}

/** Spec 9: "if today differs from the 30-day daily average by more than 10%": by how much, as a share; null otherwise. */
export function costTrend(today: number | null, ofMonth: number | null): number | null {
  if (today === null || ofMonth === null || ofMonth <= 0) return null;
  const average = ofMonth / 30;
  const share = (today - average) / average;
  return Math.abs(share) > 0.1 ? share : null;
}
