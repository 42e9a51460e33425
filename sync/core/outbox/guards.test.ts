import { describe, expect, it } from 'vitest';
import { opOf } from '#tests/support/op-fixture.ts';
import { planAppend } from './coalesce.ts';
import { joinGuards } from './guards.ts';
import { NO_STAMP } from './plan.ts';
import { inheritGuards } from './settle.ts';

const V0 = '2026-01-01T00:00:00+00:00';
const V1 = '2026-01-01T00:00:01+00:00';

describe('a guard for two changes', () => {
  it('[CNF10] keeps the older stamp when the newer one watches nothing else, and the older values', () => {
    const older = { updatedAt: V0, fields: { title: 'A', status: 'possible' } };
    expect(joinGuards(older, { updatedAt: NO_STAMP, fields: { title: 'B' } })).toEqual(older);
  });

  it('[CNF10] keeps the stamp of the version both were made on', () => {
    const older = { updatedAt: V0, fields: { title: 'A' } };
    expect(joinGuards(older, { updatedAt: V0, fields: { title: 'B', status: 'possible' } })).toEqual({
      updatedAt: V0,
      fields: { title: 'A', status: 'possible' },
    });
  });

  it.each([
    ['an unsent value', V1, NO_STAMP],
    ['a newer version', V0, V1],
    ['an older version, seen late', V1, V0],
  ])('[CNF10] has no stamp when a further field was seen on %s', (_what, mine, other) => {
    const older = { updatedAt: mine, fields: { status: 'possible' } };
    expect(joinGuards(older, { updatedAt: other, fields: { title: 'B' } })).toEqual({
      updatedAt: NO_STAMP,
      fields: { status: 'possible', title: 'B' },
    });
  });

  it('[CNF10] a change of an unsent title that is merged into one of the status does not pass for one of its version', () => {
    const status = opOf({
      seq: 2,
      patch: { status: 'likely' },
      guard: { updatedAt: V1, fields: { status: 'possible' } },
    });
    const title = opOf({
      seq: 3,
      patch: { title: 'C' },
      guard: { updatedAt: NO_STAMP, fields: { title: 'B' } },
    });
    expect(planAppend([status], [title], 2).put).toEqual([
      {
        ...status,
        patch: { status: 'likely', title: 'C' },
        guard: { updatedAt: NO_STAMP, fields: { status: 'possible', title: 'B' } },
      },
    ]);
  });

  it('[CNF10] a field that only the later change touches does not pass for one of the version a dropped one was checked on', () => {
    const dropped = opOf({
      seq: 1,
      patch: { status: 'likely' },
      guard: { updatedAt: V1, fields: { status: 'possible' } },
    });
    const later = opOf({
      seq: 2,
      patch: { status: 'proven', title: 'C' },
      guard: { updatedAt: NO_STAMP, fields: { status: 'likely', title: 'A' } },
    });
    expect(inheritGuards([dropped, later], dropped)).toEqual([
      { ...later, guard: { updatedAt: NO_STAMP, fields: { status: 'possible', title: 'A' } } },
    ]);
  });
});
