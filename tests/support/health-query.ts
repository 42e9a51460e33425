import { DEFAULT_CHECK_LIMIT, type HealthQuery } from '#sync/protocol/health.ts';

/** The question of a list of checks without any filter, as of a moment. */
export function plainHealthQuery(nowMs: number): HealthQuery {
  return {
    text: '',
    tabBy: { kind: 'column', column: 'namespace' },
    tab: null,
    groupBy: null,
    labels: { include: [], exclude: [] },
    hidePassing: false,
    sort: null,
    pivotBy: null,
    nowMs,
    limit: DEFAULT_CHECK_LIMIT,
    withRows: 10,
  };
}
