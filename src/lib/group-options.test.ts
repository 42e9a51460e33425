import { describe, expect, it } from 'vitest';
import { DEFAULT_GROUP_BY, DEFAULT_TAB_BY, groupByOptions, tabByOptions } from './group-options.ts';

const labels = (options: readonly { label: string }[]): string =>
  options.map(({ label }) => label).join(', ');

describe('group and tab options', () => {
  it('[2.4] "No Grouping, Group Name, Name, Description, Type, plus every label key found on the checks"', () => {
    expect(labels(groupByOptions(['team', 'app', 'team']))).toBe(
      'No Grouping, Group Name, Name, Description, Type, app, team',
    );
    expect(groupByOptions([]).find(({ label }) => label === 'Group Name')?.id).toBe(DEFAULT_GROUP_BY);
  });

  it('[2.4] "namespace, agent, plus label keys"', () => {
    expect(labels(tabByOptions(['app']))).toBe('namespace, agent, app');
    expect(tabByOptions([])[0]?.id).toBe(DEFAULT_TAB_BY);
  });

  it('a label named like a field can be chosen beside it', () => {
    const ids = groupByOptions(['type', 'app']).map(({ id }) => id);
    expect(ids).toContain('type');
    expect(ids).toContain('label.type');
    expect(new Set(ids).size).toBe(ids.length);
    expect(groupByOptions(['type']).at(-1)).toEqual({ id: 'label.type', label: 'type', labelKey: 'type' });
  });
});
