import type { DocumentSpecs } from './spec.ts';
import { own } from '../own.ts';

/** Runs of one list; the server's own cap is 2,000. */
const RECENT_RUNS = 200;
const MAX_RUNS = 1_000;
/** Points of a graph the existing client asks for; the server decides for itself (spec 7). */
const GRAPH_POINTS = 300;

const runColumns = 'check_id,time,duration,status,severity,message,error';
/** A check as its own screen shows it (reference api-endpoints: H5); the definition is a body of its own (D22). */
const columns =
  'id,canary_id,agent_id,name,type,icon,namespace,description,labels,owner,severity,status,last_runtime,next_runtime,last_transition_time,silenced_at,deleted_at';
const joins =
  'canary:canaries!checks_canary_id_fkey(id,name,source),agent:agents!checks_agent_id_fkey(id,name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))';

/** Bodies about one check. */
export const checkDocuments = {
  'check-spec': {
    path: ({ id }) => `/db/checks?id=eq.${id}&select=id,type,spec`,
    isDefinition: true,
  },
  /** Its newest runs. */
  'check-recent': {
    path: ({ id }) =>
      `/db/check_statuses?check_id=eq.${id}&select=${runColumns}&order=time.desc&limit=${RECENT_RUNS}`,
    gives: 'list',
  },
  /** Its runs from a moment on, for the review of an incident. */
  'check-history': {
    path: ({ id, from }) =>
      `/db/check_statuses?check_id=eq.${id}&time=gte.${from}&select=${runColumns}&order=time.asc&limit=${MAX_RUNS}`,
    gives: 'window',
  },
  /** What moves with its runs, and the components and configs it belongs to. */
  'check-detail': {
    path: ({ id }) =>
      `/db/checks?id=eq.${id}&components.deleted_at=is.null&configs.deleted_at=is.null&select=${columns},${joins}`,
  },
  /** Latency and status over a range, its id made by `windowedId` of check and range (`1h`). */
  'check-graph': {
    path: ({ id, from }) => `/canary/api/graph?check=${id}&count=${GRAPH_POINTS}&start=${from}`,
    startOf: graphStart,
  },
} as const satisfies DocumentSpecs;

const MONTHS: Readonly<Record<string, number>> = { mo: 1, y: 12 };

const two = (value: number): string => String(value).padStart(2, '0');

/** Calendar months before a server timestamp in UTC, on the last day of a shorter month. */
function monthsBefore(time: string, months: number): string {
  const [year, month, day] = [time.slice(0, 4), time.slice(5, 7), time.slice(8, 10)].map(Number);
  const count = (year ?? 0) * 12 + (month ?? 1) - 1 - months;
  const [newYear, newMonth] = [Math.floor(count / 12), count % 12];
  const isLeap = (newYear % 4 === 0 && newYear % 100 !== 0) || newYear % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][newMonth] ?? 31;
  return `${newYear}-${two(newMonth + 1)}-${two(Math.min(day ?? 1, days))}${time.slice(10, 19)}Z`;
}

/**
 * What the server takes as the start of a range: `15m`, `2h`, `3d`, `1w` as they are, ranges of months and years as the
 * moment that many calendar months before now, anything else, such as an ISO time, unchanged.
 */
function graphStart(range: string, now: string): string {
  const [, count, unit = ''] = /^(\d+)(mo|y)$/u.exec(range) ?? [];
  const months = own(MONTHS, unit);
  return months === undefined ? range : monthsBefore(now, Number(count) * months);
}
