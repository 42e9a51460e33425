import type { Result } from '#sync/errors.ts';
import type {
  HealthQuery,
  HealthRefresh,
  HealthRow,
  HealthState,
  PackedHealthAnswer,
} from '#sync/protocol/health.ts';

/**
 * The list of checks of this tab's worker as the page sees it: rows, canaries, agents and the newest summary as one,
 * held in memory. Questions are parsed before anything is done; one that does not fit is a `bug`.
 */
export interface HealthContract {
  /** Filters, tabs, groups and sorts all checks of this device; `unpackAnswer` makes the answer of it. */
  queryHealth(query: HealthQuery): Promise<Result<PackedHealthAnswer>>;
  /** Checks in the asked order, null for one that is not here; at most a thousand. */
  healthRows(ids: readonly string[]): Promise<Result<readonly (HealthRow | null)[]>>;
  /** Calls back with the present state and with every change; answers with the number that ends it. */
  subscribeHealth(listener: (state: HealthState) => void): Promise<Result<number>>;
  /** Unknown numbers do no harm. */
  unsubscribeHealth(subscription: number): Promise<Result<null>>;
  /**
   * A health screen is looked at and wants the server's summary: pulled unless one younger than `maxAgeMs` is here.
   * 0 is a person asking now. Resolves with what came of it; the state says how old the newest is. Never by itself.
   */
  refreshHealth(maxAgeMs: number): Promise<Result<HealthRefresh>>;
}
