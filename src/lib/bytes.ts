const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;
const STEP = 1024;

/** A size with up to one decimal, in steps of 1024 from B to YB. Negative and broken values are empty. */
export function formatBytes(sizeBytes: number): string {
  if (!Number.isFinite(sizeBytes) || sizeBytes < 0) return '';
  let value = sizeBytes;
  let at = 0;
  // 1023.96 would print as 1024: it belongs to the next unit.
  while (at < UNITS.length - 1 && rounded(value, at) >= STEP) {
    value /= STEP;
    at += 1;
  }
  return `${rounded(value, at)} ${UNITS[at] ?? 'YB'}`;
}

function rounded(value: number, at: number): number {
  return at === 0 ? Math.round(value) : Math.round(value * 10) / 10;
}
