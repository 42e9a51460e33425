import { configItemPacked } from './tables/config-item.ts';
import { configChangePacked } from './tables/config-change.ts';
import { configAnalysisPacked } from './tables/config-analysis.ts';
import { checkStatusPacked } from './tables/check-status.ts';
import type { PackedName, PackedSpec } from './packed.ts';

/** Every packed collection by name; the engine knows them only through their entries here. */
export const packedSpecs: Readonly<Record<PackedName, PackedSpec>> = {
  config_items: configItemPacked,
  config_changes: configChangePacked,
  config_analysis: configAnalysisPacked,
  check_statuses: checkStatusPacked,
};
