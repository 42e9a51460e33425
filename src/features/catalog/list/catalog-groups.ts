/** What catalog items are gathered by: one of these columns, or a key of their tags. */
export type GroupName = 'name' | 'analysis' | 'changed' | 'type' | 'config_class' | 'status' | 'health';
export type CatalogGroup = { readonly is: GroupName } | { readonly is: 'tag'; readonly key: string };

const TAG_SUFFIX = '__tag';
const NAMES: ReadonlyMap<string, GroupName> = new Map<string, GroupName>([
  ['name', 'name'],
  ['analysis', 'analysis'],
  ['changed', 'changed'],
  ['type', 'type'],
  ['config_class', 'config_class'],
  ['provider', 'config_class'],
  ['status', 'status'],
  ['health', 'health'],
]);

/** Reads a list of names of the address, outermost first; keys of tags end in `__tag`. */
export function groupsOf(groupBy: string): readonly CatalogGroup[] {
  const found = new Map<string, CatalogGroup>();
  for (const name of groupBy.split(',')) {
    const is = NAMES.get(name);
    const key = name.endsWith(TAG_SUFFIX) ? name.slice(0, -TAG_SUFFIX.length) : '';
    if (is !== undefined) found.set(is, { is });
    else if (key !== '') found.set(name, { is: 'tag', key });
  }
  return [...found.values()];
}

/** True for what many configs share. */
export function isOfSummary({ is }: CatalogGroup): boolean {
  return is !== 'name' && is !== 'analysis' && is !== 'changed';
}

export function tagGroup(key: string): string {
  return `${key}${TAG_SUFFIX}`;
}
