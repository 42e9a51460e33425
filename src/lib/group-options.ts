export interface GroupOption {
  /** As the query parameter carries it. */
  readonly id: string;
  readonly label: string;
  /** Groups by this label of the check, not by one of its fields. */
  readonly labelKey?: string | undefined;
  /** What links of the product's own client call this field. */
  readonly otherId?: string | undefined;
}

/** Spec 2.4: "groupBy (default canary_name), tabBy (default namespace)". */
export const DEFAULT_GROUP_BY = 'canary_name';
export const DEFAULT_TAB_BY = 'namespace';
export const NO_GROUPING = 'no_grouping';

/** "No Grouping, Group Name, Name, Description, Type, plus every label key". */
const GROUP_FIELDS: readonly GroupOption[] = [
  { id: NO_GROUPING, label: 'No Grouping', otherId: 'no-group' },
  { id: 'canary_name', label: 'Group Name' },
  { id: 'name', label: 'Name' },
  { id: 'description', label: 'Description' },
  { id: 'type', label: 'Type' },
];

/** "namespace, agent, plus label keys". */
const TAB_FIELDS: readonly GroupOption[] = [
  { id: 'namespace', label: 'namespace' },
  { id: 'agent', label: 'agent', otherId: 'agent_id' },
];

export function groupByOptions(labelKeys: readonly string[]): GroupOption[] {
  return [...GROUP_FIELDS, ...labelOptions(GROUP_FIELDS, labelKeys)];
}

export function tabByOptions(labelKeys: readonly string[]): GroupOption[] {
  return [...TAB_FIELDS, ...labelOptions(TAB_FIELDS, labelKeys)];
}

/** The parameter as it is written here, whatever client wrote it. */
export function readGroupBy(param: string): string {
  return GROUP_FIELDS.find(({ otherId }) => otherId === param)?.id ?? param;
}

export function readTabBy(param: string): string {
  return TAB_FIELDS.find(({ otherId }) => otherId === param)?.id ?? param;
}

/** Before the key of a label that could be taken for something else. */
const LABEL_PREFIX = 'label.';

/** The label key inside the id of an option of one. */
export function withoutLabelPrefix(id: string): string {
  return id.startsWith(LABEL_PREFIX) ? id.slice(LABEL_PREFIX.length) : id;
}

/** A label key is its own id. One that is named like a field, or like a key with the prefix, gets the prefix: all can be chosen. */
function labelOptions(fields: readonly GroupOption[], labelKeys: readonly string[]): GroupOption[] {
  const taken = new Set(fields.flatMap(({ id, otherId }) => [id, otherId]));
  const idOf = (key: string): string =>
    taken.has(key) || key.startsWith(LABEL_PREFIX) ? `${LABEL_PREFIX}${key}` : key;
  return [...new Set(labelKeys)]
    .toSorted((one, other) => one.localeCompare(other))
    .map((key) => ({ id: idOf(key), label: key, labelKey: key }));
}
