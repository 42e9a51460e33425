import * as v from 'valibot';

/** Every key this page keeps in localStorage. Only preferences and names: never a secret, never a server row. */
export const storageKeys = {
  /** The product's own key (spec 2.1). */
  sidebarCollapsed: 'sidebarCollapsed',
  theme: 'holdfast.theme',
  lastIdentity: 'holdfast.lastIdentity',
  logoutOwed: 'holdfast.logoutOwed',
  /** Ids of the people whose data on this device is locked with a PIN. */
  locked: 'holdfast.locked',
  /** A sign-out that has begun to remove the data; still there after a crash. */
  wipeBegun: 'holdfast.wipeBegun',
  singleKeys: 'holdfast.singleKeys',
  /** Id of the incident something was attached to last, to be offered first (ux need 8). */
  lastLinked: 'holdfast.lastLinked',
  /** Kinds and ids of the things opened last, and by whom; their names are read where the rows are. */
  opened: 'holdfast.opened',
  /** Which section of the panel of a detail is open, by the kind of it. */
  detailPanels: 'holdfast.detailPanels',
  /** The product's own key (spec 2.4). */
  healthRefreshRate: 'healthPageRefreshRate',
  /** Widths and hidden columns of the list of checks. */
  healthColumns: 'holdfast.healthColumns',
  /** The same of the list of incidents. */
  incidentColumns: 'holdfast.incidentColumns',
  /** The same of the list of changes. */
  changeColumns: 'holdfast.changeColumns',
  /** The same of the list of insights. */
  insightColumns: 'holdfast.insightColumns',
  /** The same of the lists of scrapers and of runs of jobs. */
  scraperColumns: 'holdfast.scraperColumns',
  teamColumns: 'holdfast.teamColumns',
  flagColumns: 'holdfast.flagColumns',
  jobColumns: 'holdfast.jobColumns',
  /** The same of what links of an item of the catalog lead to. */
  relationColumns: 'holdfast.relationColumns',
  /** The same of the checks of an item of the catalog. */
  itemCheckColumns: 'holdfast.itemCheckColumns',
  /** The same of the runs of playbooks. */
  runColumns: 'holdfast.runColumns',
  /** The same where the runs are on many things. */
  allRunColumns: 'holdfast.allRunColumns',
  /** The same of lines of logs; the product's own key. */
  logColumns: 'logsTableColumnSizes',
  /** Whether long lines of logs are broken. */
  logWrap: 'holdfast.logWrap',
  /** Whether changes of deleted items are left out; the product's own key. */
  deletedChangesHidden: 'areDeletedConfigChangesHidden',
  /** The same of the items of the catalog, and of its types. */
  catalogColumns: 'holdfast.catalogColumns',
  catalogTypeColumns: 'holdfast.catalogTypeColumns',
  /** Whether deleted items of the catalog are left out; the product's own key. */
  deletedCatalogHidden: 'areDeletedConfigsHidden',
  /** Types that stand before the others. */
  pinnedTypes: 'holdfast.pinnedTypes',
  /** Width of the cards of the topology in CSS pixels (spec 2: "stored locally"). */
  topologyCardWidth: 'topologyCardWidth',
  /** Whether the panel of a component is shown, and which of its sections are open. */
  topologyPanel: 'topologyPanel',
  topologyPanelSections: 'topologyPanelSections',
  /** After how long what is shown is called old, where a person has set it. */
  freshnessLimits: 'holdfast.freshnessLimits',
  /** Absolute time ranges used before; the product's own key. */
  recentTimeRanges: 'recentlyUsedTimeRanges',
} as const;

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

/** The stored value when it passes `schema`, else `fallback`: old versions and other people write here too. */
export function readStored<T>(key: StorageKey, schema: v.GenericSchema<unknown, T>, fallback: T): T {
  const text = readText(key);
  if (text === null) return fallback;
  const parsed = v.safeParse(schema, parseJson(text));
  return parsed.success ? parsed.output : fallback;
}

/** Returns false when the browser refuses storage; the preference then lasts as long as the page. */
export function writeStored(key: StorageKey, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    // Storage is full or blocked by policy: nothing here is worth more than a preference.
    return false;
  }
}

function readText(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage blocked by policy reads as "nothing stored".
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the schema decides whether the bare text is acceptable.
    return text;
  }
}
