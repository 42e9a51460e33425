import type { JsonRow } from '#sync/protocol/op.ts';

const types = [
  'Kubernetes::Pod',
  'Kubernetes::Deployment',
  'AWS::EC2::Instance',
  'AWS::EBS::Volume',
  'Kubernetes::Service',
];
const words = [
  'payments',
  'checkout',
  'ledger',
  'search',
  'gateway',
  'mailer',
  'report',
  'session',
  'invoice',
  'audit',
];
const healths = ['healthy', 'healthy', 'healthy', 'healthy', 'healthy', 'warning', 'unhealthy', 'unknown'];

/** A number for each pair, the same in every run. */
function mix(at: number, salt: number): number {
  let hash = Math.imul(at + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const pick = <T>(of: readonly T[], at: number, salt: number): T => of[mix(at, salt) % of.length] as T; // never empty
const hex = (at: number, salt: number): string => mix(at, salt).toString(16).padStart(8, '0');

/** Random id, as the catalog's are. */
export function uuidOf(at: number): string {
  const [a, b, c] = [hex(at, 1), hex(at, 2), hex(at, 3)];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${at.toString(16).padStart(8, '0')}`;
}

const stamp = (at: number, salt: number): string =>
  `2024-09-${String((mix(at, salt) % 28) + 1).padStart(2, '0')}T${String(mix(at, salt + 1) % 24).padStart(2, '0')}:30:15.${String(mix(at, salt + 2) % 1_000_000).padStart(6, '0')}+00:00`;

/** A slim catalog item with the columns the feed names. */
export function itemRow(at: number): JsonRow {
  const [word, type] = [pick(words, at, 10), pick(types, at, 11)];
  return {
    id: uuidOf(at),
    agent_id: '00000000-0000-0000-0000-000000000000',
    scraper_id: uuidOf(mix(at, 12) % 12),
    icon: null,
    config_class: type.split('::').at(-1) ?? '',
    type,
    name: `${word}-${pick(words, at, 13)}-${hex(at, 14).slice(0, 5)}`,
    description: null,
    status: pick(['Running', 'Pending', 'Failed', 'Terminated'], at, 15),
    health: pick(healths, at, 16),
    ready: mix(at, 17) % 10 > 0,
    labels: { app: word, 'pod-template-hash': hex(mix(at, 18) % 20_000, 19) },
    tags: { cluster: pick(['prod-eu', 'prod-us', 'staging'], at, 20), namespace: `team-${mix(at, 21) % 40}` },
    parent_id: uuidOf(mix(at, 22) % 8_000),
    created_at: stamp(at, 23),
    updated_at: stamp(at, 27),
    deleted_at: null,
    cost_total_1d: null,
    cost_total_7d: null,
    cost_total_30d: mix(at, 31) % 1_000,
  };
}

/** A slim change. */
export function changeRow(at: number): JsonRow {
  return {
    id: uuidOf(at + 10_000_000),
    config_id: uuidOf(mix(at, 40) % 100_000),
    external_created_by: null,
    change_type: pick(['diff', 'Pulled', 'Started', 'Scheduled', 'BackOff', 'Healthy'], at, 41),
    severity: pick(['info', 'info', 'low', 'medium', 'high'], at, 42),
    source: 'kubernetes/events',
    summary: `${pick(words, at, 43)} was ${pick(['started', 'pulled', 'changed'], at, 44)} after ${mix(at, 45) % 900} s`,
    created_by: null,
    created_at: stamp(at, 46),
    count: 1,
    first_observed: stamp(at, 46),
    inserted_at: stamp(at, 46),
  };
}

/** Bodies of the wire, in the order of a walk by id. */
export function wirePages(rows: readonly JsonRow[], rowsPerPage: number): string[] {
  const pages: string[] = [];
  for (let at = 0; at < rows.length; at += rowsPerPage)
    pages.push(JSON.stringify(rows.slice(at, at + rowsPerPage)));
  return pages;
}

/** Rows `0..count-1` in id order. */
export function itemRows(count: number): JsonRow[] {
  const rows = Array.from({ length: count }, (_, at) => itemRow(at));
  return rows.sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));
}
