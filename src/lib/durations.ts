const PARTS = [
  { sizeMs: 86_400_000, unit: 'd' },
  { sizeMs: 3_600_000, unit: 'h' },
  { sizeMs: 60_000, unit: 'm' },
  { sizeMs: 1000, unit: 's' },
] as const;

/** Under 1000 ms "250ms", otherwise whole d/h/m/s parts without the empty ones: "1d 2h", "1m 30s". Negative and broken values are empty. */
export function formatDuration(durationMs: number): string {
  if (!Number.isFinite(durationMs) || durationMs < 0) return '';
  const wholeMs = Math.round(durationMs);
  if (wholeMs < 1000) return `${wholeMs}ms`;
  const parts: string[] = [];
  let restMs = wholeMs;
  for (const { sizeMs, unit } of PARTS) {
    const count = Math.floor(restMs / sizeMs);
    restMs -= count * sizeMs;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.join(' ');
}
