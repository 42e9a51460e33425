import type { Sabotage } from './world-options.ts';

/** A bug planted into what the engine stands on; the simulation must notice it (sync.md 3c, meta-tests). */
export interface SeededBug {
  readonly name: string;
  readonly sabotage: Sabotage;
}
