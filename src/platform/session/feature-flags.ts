/** Switches of the product (spec 6). */
export const FEATURES = [
  'topology',
  'health',
  'incidents',
  'config',
  'logs',
  'playbooks',
  'agents',
  'settings.connections',
  'settings.users',
  'settings.teams',
  'settings.rules',
  'settings.config_scraper',
  'settings.topology',
  'settings.health',
  'settings.job_history',
  'settings.feature_flags',
  'settings.logging_backends',
  'settings.event_queue_status',
  'settings.organization_profile',
  'settings.notifications',
  'settings.playbooks',
  'settings.integrations',
] as const;

export type Feature = (typeof FEATURES)[number];

/** A feature is off when its parent is off. */
const PARENTS: Readonly<Partial<Record<Feature, Feature>>> = {
  'settings.config_scraper': 'config',
  'settings.topology': 'topology',
  'settings.health': 'health',
  'settings.job_history': 'health',
};

/** Off only by a property `{feature}.disable` with exactly the text `true`, here or at the parent. */
export function isFeatureEnabled(properties: Readonly<Record<string, string>>, feature: Feature): boolean {
  // Own keys only: a property named like something of Object.prototype must not switch anything.
  if (Object.hasOwn(properties, `${feature}.disable`) && properties[`${feature}.disable`] === 'true') {
    return false;
  }
  const parent = PARENTS[feature];
  return parent === undefined || isFeatureEnabled(properties, parent);
}
