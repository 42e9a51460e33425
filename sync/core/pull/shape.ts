import type { PackedFeed } from '../../protocol/packed.ts';
import type { Cursor } from '../../protocol/stored.ts';
import type { FeedSpec, WireSpec } from '../../protocol/table.ts';
import { BEGINNING } from './cursor.ts';
import { rowHash } from './row-hash.ts';
import { compareServerTime } from './server-time.ts';
import { evictionOf } from './evicted.ts';
import { own } from '../../protocol/own.ts';

/** What of a collection decides which columns its rows have. */
export type Shaped = Pick<WireSpec, 'path' | 'columns' | 'optional' | 'keyColumns'> & {
  readonly name: string;
  readonly feed: FeedSpec | PackedFeed;
  readonly costs?: { readonly column: string } | undefined;
};

/** Hash of the columns that are asked for. Rows that were asked for others lack some, or hold what nobody wants. */
export function shapeOf({ path, columns, optional = [], keyColumns = [], costs }: Shaped): string {
  const names = (list: readonly string[]): string[] => list.toSorted();
  return rowHash({
    path,
    columns: names(columns),
    optional: names(optional),
    key: [...keyColumns],
    costs: costs?.column ?? null,
  });
}

/**
 * Shapes of the last release that wrote none into its cursors. Frozen: what is changed in a collection from then on
 * differs from its line here, and is read again on the devices that have the older rows.
 */
const firstShapes: ReadonlyMap<string, string> = new Map([
  ['incidents', 'ab046bfc2fd8ef1b'],
  ['hypotheses', '68eef41683d19758'],
  ['evidences', 'fa3a714d318905f5'],
  ['comments', '15d5cf1eebb4ea78'],
  ['responders', '8eafaaea25aa2d70'],
  ['incident_histories', '58aa7601ec929bda'],
  ['people', '46d4de16fbc15929'],
  ['people_roles', 'fc6b06e367e9b37c'],
  ['teams', '7a3ee86e44660f16'],
  ['checks', 'e3762e4972a2b32b'],
  ['components', 'e71ba2eac12ed06f'],
  ['properties', '382c267c358e19a1'],
  ['canaries', '8001c31ae3dea133'],
  ['component_relationships', 'cfee2636dbb0810a'],
  ['config_component_relationships', '573fafe3e82b6708'],
  ['playbooks', '5355a0b7e17eeccf'],
  ['playbook_runs', '656578998305ff58'],
  ['playbook_run_actions', '6aad1444bb8af981'],
  ['team_members', '0a17d3a530c2966c'],
  ['agents', '84163938b67e8bd5'],
  ['topologies', '3736f91cc3ee6013'],
  ['config_scrapers', 'b4574a4f83ed782e'],
  ['logging_backends', 'cc64192e9a23f4c9'],
  ['notifications', '7fab1f81058a093b'],
  ['notifications_summary', '10f74fa49c6b153c'],
  ['connections_list', 'd7fa15932e23d246'],
  ['incident_rules', '642510b5ec902f8c'],
  ['config_items', '5b5adc7159517d86'],
  ['config_changes', '06eb275f89047238'],
  ['config_analysis', '63ebb983c728c0e3'],
  ['check_statuses', '882cd65493c60f55'],
]);

/** Whether the rows before a cursor were asked for the columns of today. */
export function isOfShape({ shape }: Pick<Cursor, 'shape'>, spec: Shaped): boolean {
  return (shape ?? firstShapes.get(spec.name)) === shapeOf(spec);
}

function markersOf(feed: FeedSpec | PackedFeed): readonly string[] {
  if (feed.kind === 'snapshot' || feed.kind === 'opened') return [];
  return feed.kind === 'append' ? [feed.marker] : feed.markers;
}

/** Up to where every marker has been followed. */
function followedTo({ values, walk }: Cursor, feed: FeedSpec | PackedFeed): string {
  if (walk !== 'done') return walk.startedAt;
  const times = markersOf(feed).map((marker) => own(values, marker) ?? BEGINNING);
  return times.reduce((min, time) => (compareServerTime(time, min) < 0 ? time : min), times[0] ?? BEGINNING);
}

/**
 * Where a collection whose columns have changed is read again, its old rows in place (UPG9): its walk begins anew, and the
 * feeds after it where the old ones stood, so that what went meanwhile is not missed. Undefined where a pull without a
 * cursor does the same. What left for want of room is walked when there is room.
 */
export function readAgainFrom(cursor: Cursor, { name, feed }: Shaped): Cursor | undefined {
  if (evictionOf(cursor) !== null) return cursor;
  switch (feed.kind) {
    case 'snapshot':
    case 'active':
    case 'window':
      return undefined;
    case 'opened': {
      // The rows of a parent come again with the next look at it.
      const windows = cursor.windows?.map((window) => ({ ...window, from: window.to, complete: false }));
      return { ...cursor, windows };
    }
    case 'cursor':
    case 'append':
    case 'whole':
    case 'open':
      return {
        tbl: name,
        values: {},
        walk: { afterId: null, startedAt: followedTo(cursor, feed) },
        pulls: 0,
      };
  }
}
