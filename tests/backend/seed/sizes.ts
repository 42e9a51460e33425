export type SeedSize = 'demo' | 'team' | 'large';

/** How many rows of each kind a size has. Configs, components, checks, changes and incidents are met exactly. */
export interface Volume {
  clusters: number;
  configs: number;
  components: number;
  checks: number;
  changes: number;
  incidents: number;
  insights: number;
  playbookRuns: number;
  jobRuns: number;
  /** Spans of check results, newest first: one result per `everyMs` back to `untilMs` before now. */
  checkHistory: readonly { untilMs: number; everyMs: number }[];
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const volumes: Readonly<Record<SeedSize, Volume>> = {
  demo: {
    clusters: 2,
    configs: 400,
    components: 80,
    checks: 120,
    changes: 4_000,
    incidents: 14,
    insights: 90,
    playbookRuns: 36,
    jobRuns: 260,
    checkHistory: [
      { untilMs: 3 * HOUR, everyMs: 2 * MINUTE },
      { untilMs: DAY, everyMs: 15 * MINUTE },
      { untilMs: 7 * DAY, everyMs: HOUR },
    ],
  },
  team: {
    clusters: 6,
    configs: 5_000,
    components: 1_000,
    checks: 800,
    changes: 40_000,
    incidents: 60,
    insights: 1_500,
    playbookRuns: 400,
    jobRuns: 1_500,
    checkHistory: [
      { untilMs: 2 * HOUR, everyMs: 4 * MINUTE },
      { untilMs: DAY, everyMs: 30 * MINUTE },
      { untilMs: 4 * DAY, everyMs: 4 * HOUR },
    ],
  },
  large: {
    clusters: 60,
    configs: 100_000,
    components: 20_000,
    checks: 10_000,
    changes: 1_000_000,
    incidents: 2_000,
    insights: 30_000,
    playbookRuns: 10_000,
    jobRuns: 6_000,
    checkHistory: [
      { untilMs: HOUR, everyMs: 5 * MINUTE },
      { untilMs: DAY, everyMs: HOUR },
      { untilMs: 3 * DAY, everyMs: 8 * HOUR },
    ],
  },
};
