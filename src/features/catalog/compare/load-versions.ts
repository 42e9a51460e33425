import type { JsonRow } from '#sync/protocol/op.ts';
import { instantMs } from '#src/lib/age.ts';
import type { IndexClient } from '#src/platform/replica/index-client.ts';
import type { SyncClient } from '#src/platform/replica/worker-client.ts';
import { fetchedPart } from '#src/views/body-part.ts';
import { changeTitle, readBody, readChange, type Change } from '../changes/change-row.ts';
import { rewind } from './rewind.ts';

/** The content as it was before one of its changes. */
export interface Version {
  readonly changeId: string;
  readonly title: string;
  readonly at: string;
  readonly config: unknown;
}

/** Earlier contents, newest first, and why there is none before them. */
export interface Versions {
  readonly versions: readonly Version[];
  readonly end: string;
}

/** What is known of the content that everything is taken back from. */
export interface Current {
  readonly itemId: string;
  readonly config: unknown;
  /** When it was read. */
  readonly asOf: string | null;
  /** The server moves it with the content alone. */
  readonly updatedAt: string | null;
  readonly createdAt: string | null;
}

const FORBIDDEN = 'Its changes may not be read with your role.';

type Ports = Pick<SyncClient, 'readPage' | 'fetchDocument'>;
type Index = Pick<IndexClient, 'query' | 'rows'>;

const DAY_MS = 86_400_000;
/** The server keeps changes for so long. */
const HISTORY_DAYS = 60;
const MOST_VERSIONS = 20;
/** A change and the content that it is about are written by one scrape. */
const ONE_SCRAPE_MS = 5 * 60_000;

/** Takes the recorded changes of the content back, one after another, for as long as that is sound. */
export async function loadVersions(
  sync: Ports,
  index: Index,
  current: Current,
  nowMs: number,
): Promise<Versions> {
  const listed = await diffsOf(sync, index, current.itemId, nowMs);
  const versions: Version[] = [];
  const ended = (end: string): Versions => ({ versions, end });
  if (typeof listed === 'string') return ended(listed);
  const contentMs = instantMs(current.asOf) ?? nowMs;
  if (listed.untilMs + ONE_SCRAPE_MS < contentMs)
    return ended('The list of its changes on this device is older than the content.');
  const diffs = listed.changes.filter(({ created_at: at }) => (instantMs(at) ?? Infinity) <= contentMs);
  const unrecorded = unrecordedAt(current, diffs[0]);
  if (unrecorded) return ended('Its content has changed since the last recorded diff.');
  let config = current.config;
  for (const change of diffs.slice(0, MOST_VERSIONS)) {
    const title = changeTitle(change);
    const part = fetchedPart(await sync.fetchDocument('change', change.id));
    if (part.is !== 'found') return ended(lackWords(title, part));
    const body = readBody(part.value);
    if (body === undefined) return ended(`What “${title}” changed cannot be read: it is not as expected.`);
    const { diff, patches } = body.content;
    const before = rewind(config, { diff, patches, count: change.count });
    if (before.is === 'unsound') return ended(`The content before “${title}” is not known: ${before.why}.`);
    config = before.config;
    versions.push({ changeId: change.id, title, at: change.created_at ?? '', config });
  }
  if (diffs.length > MOST_VERSIONS) return ended(`Only the last ${MOST_VERSIONS} versions are listed.`);
  return ended(
    listed.isWhole
      ? `No earlier change to its content is recorded in the last ${listed.days} days.`
      : 'Earlier changes are not on this device.',
  );
}

function lackWords(title: string, part: Exclude<ReturnType<typeof fetchedPart>, { is: 'found' }>): string {
  switch (part.is) {
    case 'forbidden':
      return `What “${title}” changed may not be read with your role.`;
    case 'missing':
      return `What “${title}” changed does not exist on the server any more.`;
    case 'not-here':
      return `What “${title}” changed is not on this device. ${part.reason ?? ''}`.trim();
  }
}

/** True where the content moved after the newest diff, or without any. */
function unrecordedAt({ updatedAt, createdAt }: Current, newest: Change | undefined): boolean {
  const updatedMs = instantMs(updatedAt);
  if (updatedMs === undefined) return false;
  const lastMs = instantMs(newest?.created_at) ?? instantMs(createdAt);
  return newest !== undefined && lastMs !== undefined && updatedMs > lastMs + ONE_SCRAPE_MS;
}

interface Listed {
  /** Newest first. */
  readonly changes: readonly Change[];
  readonly untilMs: number;
  readonly days: number;
  readonly isWhole: boolean;
}

/** From the server, now or as kept, else of what this device pulls; else why neither is to be had. */
async function diffsOf(sync: Ports, index: Index, itemId: string, nowMs: number): Promise<Listed | string> {
  const fromAt = new Date(nowMs - HISTORY_DAYS * DAY_MS).toISOString();
  const part = await sync.readPage(
    {
      source: 'changes',
      query: { id: itemId, recursive: 'none', type: 'diff', includeDeleted: true },
      range: { from: `now-${HISTORY_DAYS}d`, to: 'now', fromAt, toAt: new Date(nowMs).toISOString() },
      page: 1,
      size: 100,
    },
    0,
  );
  if (part.is === 'found') {
    const { rows, total } = part.value;
    return {
      changes: inOrder(rows),
      untilMs: instantMs(part.claim.asOf) ?? nowMs,
      days: HISTORY_DAYS,
      isWhole: total !== null && total <= rows.length,
    };
  }
  if (part.is === 'forbidden') return FORBIDDEN;
  const answer = await index.query('config_changes', {
    filters: [
      { kind: 'values', column: 'config_id', include: [itemId], exclude: [] },
      { kind: 'values', column: 'change_type', include: ['diff'], exclude: [] },
    ],
    text: '',
    sort: { column: 'created_at', descending: true },
    offset: 0,
    limit: 100,
    facets: [],
    groups: null,
  });
  if (answer.state === 'forbidden') return FORBIDDEN;
  if (answer.state !== 'complete')
    return part.is === 'failed'
      ? `Its changes cannot be read: ${part.error.message}`
      : 'The list of its changes is not on this device.';
  const rows: readonly (JsonRow | null)[] = await index.rows('config_changes', [...answer.ids]);
  return {
    changes: inOrder(rows),
    untilMs: instantMs(answer.asOf) ?? 0,
    days: 7,
    isWhole: answer.total <= answer.ids.length,
  };
}

function inOrder(rows: readonly unknown[]): readonly Change[] {
  return rows
    .map(readChange)
    .filter((change) => change !== undefined)
    .sort((a, b) => (instantMs(b.created_at) ?? 0) - (instantMs(a.created_at) ?? 0));
}
