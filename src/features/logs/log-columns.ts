/** The columns beside the message, which takes what they leave. */
export const SIZED_COLUMNS = [
  { id: 'timestamp', header: 'Timestamp', widthPx: 184, edge: 'end' },
  { id: 'level', header: 'Level', widthPx: 96, edge: 'end' },
  { id: 'labels', header: 'Labels', widthPx: 260, edge: 'start' },
] as const;
export type SizedColumn = (typeof SIZED_COLUMNS)[number];

/** Box, timestamp, level, message, labels; where the table is narrow the others stand over the message. */
export const ROW_GRID =
  'grid grid-cols-[2.25rem_var(--log-timestamp)_var(--log-level)_minmax(10rem,1fr)_var(--log-labels)] pointer-coarse:grid-cols-[2.75rem_var(--log-timestamp)_var(--log-level)_minmax(10rem,1fr)_var(--log-labels)] @max-[760px]:grid-cols-[2.25rem_auto_1fr] pointer-coarse:@max-[760px]:grid-cols-[2.75rem_auto_1fr]';
