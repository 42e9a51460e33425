import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import type { Coverage } from '#sync/protocol/stored.ts';
import { createReadFixture } from './read-fixture.ts';

const fixture = createReadFixture('coverage');
const known: Coverage = {
  scopeKey: '',
  from: '2026-03-01T00:00:00+00:00',
  to: '2026-03-08T00:00:00+00:00',
  complete: true,
  asOf: '2026-03-08T00:00:00+00:00',
};

describe('coverage on disk', () => {
  it('[COV1] is stored with the rows it speaks of and read per scope', async () => {
    expect(await fixture.model.coverage('config_changes', '')).toBeNull();
    await fixture.cache.packed.apply(
      {
        tbl: 'config_changes',
        put: [{ id: 'c1', created_at: known.from }],
        remove: [],
        cursor: { tbl: 'config_changes', values: {}, walk: 'done', pulls: 1, windows: [known] },
      },
      1,
    );
    expect(await fixture.model.coverage('config_changes', '')).toEqual(known);
    expect(await fixture.model.coverage('config_changes', 'another')).toBeNull();
    expect(await fixture.model.coverage('check_statuses', '')).toBeNull();
    expect(await fixture.cache.packed.count('config_changes')).toBe(1);
  });
});
