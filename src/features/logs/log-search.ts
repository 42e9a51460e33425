import { id, range, text } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf } from '#src/views/list/search-spec.ts';

/** Spec 2: "Query parameters: topologyId, logsSelector, query, start (time range)". */
const params = {
  topologyId: id({ resets: ['logsSelector'] }),
  logsSelector: text(),
  query: text({ maxLength: 1_000, isCut: true }),
  start: range({ role: 'filter' }),
} as const;

export type LogParams = typeof params;
export type LogSearch = SearchOf<LogParams>;

/** Spec 9: "logs query debounce 500 ms". */
export const logSearch = searchSpec({ path: '/logs', typingMs: 500, params });

/** What a hub looks at that is told no range (server.md). */
export const DEFAULT_START = '1h';
