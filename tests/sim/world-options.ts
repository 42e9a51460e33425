import type { Ports } from '#sync/ports.ts';
import type { PackedSpec } from '#sync/protocol/packed.ts';
import type { TableSet } from '#sync/protocol/tables.ts';

/** One world. */
export interface WorldOptions {
  readonly seed: number;
  readonly incidents?: number | undefined;
  /** Some worlds are wide, mixed or altered by triggers; without it none is. */
  readonly isVaried?: true | undefined;
  /** Whether the world is a rough one; a varied world decides by its seed when nothing is said. */
  readonly isRough?: boolean | undefined;
  /** Whether its disk damages what lies on it; a varied world decides by its seed when nothing is said. */
  readonly isDamaged?: boolean | undefined;
  /** Whether people read pages that are not pulled (`paged.ts`); apart from the seed, so that what it draws stays. */
  readonly readsPages?: boolean | undefined;
  /** Whether people link components to configs (`links.ts`); apart from the seed, so that what it draws stays. */
  readonly writesLinks?: boolean | undefined;
  /** Whether people write rows by the commands of rows (`rows.ts`); apart from the seed, so that what it draws stays. */
  readonly writesRows?: boolean | undefined;
  /** Whether people write rows whose stamp says little (`stamps.ts`); apart from the seed, so that what it draws stays. */
  readonly writesStamps?: boolean | undefined;
  /** Whether people choose keys (`chosen-keys.ts`); apart from the seed, so that what it draws stays. */
  readonly choosesKeys?: boolean | undefined;
  /** Whether others number incidents by hand (`numbers.ts`); apart from the seed, so that what it draws stays. */
  readonly takesNumbers?: boolean | undefined;
  /** Whether the teams that people write are pulled from a view (`rows.ts`). */
  readonly readsView?: boolean | undefined;
  /** Whether a run that begins is a row of the server (`playbook-runs.ts`); apart from the seed, so that what it draws stays. */
  readonly startsRuns?: boolean | undefined;
  /** A seeded bug: replaces what the engine is given by something broken. */
  readonly sabotage?: Sabotage | undefined;
}

/** What a seeded bug may replace. */
export interface Sabotage {
  readonly ports?: ((ports: Ports) => Ports) | undefined;
  readonly tables?: ((specs: TableSet) => TableSet) | undefined;
  /** Packed collections to pull; none by default, because the model knows none. */
  readonly packed?: readonly PackedSpec[] | undefined;
  /** The present version takes operations of the next one for its own (I21). */
  readonly isCareless?: true | undefined;
  /** Set where the bug shows only on a disk that damages what lies on it. */
  readonly isDamaged?: true | undefined;
  /** Set where the bug shows only with collections beyond the core. */
  readonly isWide?: true | undefined;
  /** Set where the bug shows only when a proxy answers `200 []` while a device fills itself for the first time. */
  readonly isLiedTo?: true | undefined;
  /** Set where the bug shows only when people read pages. */
  readonly isPaged?: true | undefined;
  /** Set where the bug shows only when people choose keys. */
  readonly isOfChosenKeys?: true | undefined;
  /** Set where the bug shows only when people link components to configs. */
  readonly isLinked?: true | undefined;
  /** Set where the bug shows only when people write rows by the commands of rows. */
  readonly isOfRows?: true | undefined;
  /** Set where the bug shows only when rows are pulled from a view that they are not written to. */
  readonly isOfView?: true | undefined;
  /** Set where the bug shows only when others number incidents by hand. */
  readonly isOfNumbers?: true | undefined;
  /** Forms do not say what they showed when they were opened. */
  readonly isForgetful?: true | undefined;
  /** Set where the bug shows only when people write rows whose stamp says little. */
  readonly isOfStamps?: true | undefined;
  /** Set where the bug shows only where runs are rows of the server. */
  readonly isOfRuns?: true | undefined;
  /** Set where the bug shows only when the app is updated and asks for more columns. */
  readonly isGrown?: true | undefined;
  /** Set where the bug shows only when somebody signs in in the middle of what is written. */
  readonly isSwapped?: true | undefined;
}
