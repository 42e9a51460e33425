/** Where an invariant of the design is checked: a file, and what stands in it. */
export interface CheckedAt {
  readonly file: string;
  /** Text beside the check; the id of the invariant where it is not given. */
  readonly mark?: string | undefined;
}

const sim = (...names: readonly string[]): readonly CheckedAt[] =>
  names.map((name) => ({ file: `tests/sim/${name}` }));

/**
 * Every invariant of the design and where it is held. Files of `tests/sim` that are no tests check it in every random run
 * and crash sweep; the others are scenarios, contract, unit or browser tests of their own.
 */
export const invariantTable: Readonly<Record<string, readonly CheckedAt[]>> = {
  I1: sim('invariants.ts', 'invariants/invariants-packed.ts'),
  I2: sim('invariants.ts', 'watch.ts', 'vanished.sim.test.ts'),
  I3: sim('invariants/invariants-once.ts'),
  I4: sim('invariants.ts'),
  I5: sim('invariants/invariants-always.ts'),
  I6: sim('invariants.ts', 'effects.ts'),
  I7: sim('invariants/invariants-always.ts', 'script.ts'),
  I8: sim('invariants/invariants-always.ts', 'invariants/invariants-once.ts'),
  I9: sim('invariants/invariants-always.ts'),
  I10: sim('invariants.ts'),
  I11: sim('facts-known.ts'),
  I12: sim('invariants.ts'),
  I13: sim('invariants.ts', 'invariants/invariants-packed.ts'),
  I14: sim('facts-known.ts', 'invariants/invariants-packed.ts'),
  I15: sim('single-sender.ts', 'watch.ts'),
  I16: sim('invariants.ts', 'scenarios.sim.test.ts'),
  I17: [...sim('swaps.ts'), { file: 'sync/store/device/wipe.test.ts', mark: '[WIP4]' }],
  I18: [
    ...sim('world.ts', 'single-sender.ts', 'wipe.sim.test.ts'),
    { file: 'sync/store/device/wipe.test.ts', mark: '[WIP2]' },
    { file: 'tests/browser/sync-worker.browser.test.ts' },
  ],
  I19: sim('scenarios.sim.test.ts'),
  I20: [...sim('scenarios.sim.test.ts'), { file: 'sync/core/outbox/cascade.test.ts', mark: 'describe(' }],
  I21: [
    ...sim('versions.ts'),
    { file: 'sync/store/journal/op-format.test.ts', mark: '[UPG3]' },
    { file: 'tests/contract/store/journal-suite.ts' },
  ],
  I22: [
    ...sim('trouble.ts'),
    { file: 'tests/contract/store/memory-faults.test.ts' },
    { file: 'sync/store/device/connection.test.ts' },
  ],
  I23: sim('facts-known.ts'),
  I24: sim('facts-known.ts'),
  I25: sim('world.ts', 'recovery.sim.test.ts'),
  I26: [{ file: 'tests/contract/engine-secrets.test.ts' }],
  I27: [{ file: 'sync/read/index/columnar-index.prop.test.ts' }],
  I28: sim('invariants.ts'),
  I29: [
    ...sim('effects.ts', 'playbook-runs.ts'),
    { file: 'sync/engine/send/effects.test.ts', mark: '[EFF9]' },
  ],
  I30: [...sim('trouble.ts'), { file: 'sync/engine/send/effects.test.ts', mark: '[EFF3]' }],
  I31: sim('invariants.ts'),
  I32: sim('invariants.ts'),
  I33: sim('invariants/invariants-always.ts', 'invariants.ts'),
  I34: sim('coalescing.sim.test.ts'),
};
