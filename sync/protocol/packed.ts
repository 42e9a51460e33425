/** Collections kept as packed pages with an index in the worker (D19); every other one is a table of rows. */
export const packedNames = ['config_items', 'config_changes', 'config_analysis', 'check_statuses'] as const;
/** Name of a packed collection. */
export type PackedName = (typeof packedNames)[number];
