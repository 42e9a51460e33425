/** A seed that once broke an invariant, kept for ever with its cause. */
export interface FoundSeed {
  readonly seed: number;
  readonly operations: number;
  readonly cause: string;
}

export const foundSeeds: readonly FoundSeed[] = [];
