import type { HealthAnswer, HealthQuery, HealthRow, HealthState } from '#sync/protocol/health.ts';
import type { HealthClient } from './health-client.ts';
import { useHealthClient } from './health-context.tsx';
import { useFollowed, type FollowedLive } from './use-followed.ts';

/** A read of the checks that stays current. */
export type HealthLive<T> = FollowedLive<T>;

/** Tabs, counts, groups and ids of the checks, with whole rows of the first. */
export function useHealthQuery(query: HealthQuery): HealthLive<HealthAnswer> {
  return useFollowed(useHealthClient(), query, askQuery, isAnswerOf);
}

/** Checks by id, in the asked order, for the lines that are on the screen; null for one that is not here. */
export function useHealthRows(ids: readonly string[]): HealthLive<readonly (HealthRow | null)[]> {
  return useFollowed<HealthState, HealthClient, readonly (HealthRow | null)[]>(
    useHealthClient(),
    ids,
    askRows,
  );
}

function isAnswerOf(answer: HealthAnswer, { version, state, asOf, summaryAsOf }: HealthState): boolean {
  return (
    answer.version === version &&
    answer.state === state &&
    answer.asOf === asOf &&
    answer.summaryAsOf === summaryAsOf
  );
}

function askQuery(health: HealthClient, key: string): Promise<HealthAnswer> {
  return health.query(JSON.parse(key) as HealthQuery); // written by useFollowed
}

function askRows(health: HealthClient, key: string): Promise<readonly (HealthRow | null)[]> {
  const ids = JSON.parse(key) as readonly string[]; // written by useFollowed
  return ids.length === 0 ? Promise.resolve([]) : health.rows(ids);
}
