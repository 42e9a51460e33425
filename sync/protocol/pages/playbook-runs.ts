import * as v from 'valibot';
import { definePages, equals, limits, text } from './spec.ts';
import type { PagePlace } from './spec.ts';
import type { Param } from '../query-text.ts';

/** Columns of a run in a list; its parameters may hold a secret and are read when it is opened. */
const COLUMNS =
  'id,playbook_id,status,created_at,start_time,scheduled_time,end_time,created_by,component_id,config_id,check_id,error';
const SUBJECTS =
  'component:components(id,name,type),check:checks(id,name,type),config:config_items(id,name,type)';

const uuid = v.pipe(v.string(), v.uuid());
const query = v.strictObject({
  playbookId: v.optional(uuid),
  componentId: v.optional(uuid),
  configId: v.optional(uuid),
  checkId: v.optional(uuid),
  status: v.optional(text),
});

/**
 * Runs of playbooks (api-endpoints-catalog L4, with columns by name), last created first, without parameters and what their
 * steps gave; with the playbook's names. The ids narrow them to one playbook and to what they ran on; the range is that of
 * their start, or before they have one of the moment they were asked for.
 */
export const playbookRuns = definePages('playbook-runs', query, {
  kind: 'read',
  path: '/db/playbook_runs',
  params: (asked, place) => [
    ['select', `${COLUMNS},playbooks(id,name,title,icon),${SUBJECTS}`],
    // Two runs of the same moment keep their places from one page to the next.
    ['order', 'created_at.desc,id.desc'],
    ...limits(place),
    ...equals({
      playbook_id: asked.playbookId,
      component_id: asked.componentId,
      config_id: asked.configId,
      check_id: asked.checkId,
      status: asked.status,
    }),
    ...begunWithin(place),
  ],
});

function begunWithin({ fromAt, toAt }: PagePlace): readonly Param[] {
  const within = (column: string): readonly string[] => [
    ...(fromAt === null ? [] : [`${column}.gte.${fromAt}`]),
    ...(toAt === null ? [] : [`${column}.lte.${toAt}`]),
  ];
  const begun = within('start_time');
  if (begun.length === 0) return [];
  const yetTo = ['start_time.is.null', ...within('created_at')];
  return [['or', `(and(${begun.join(',')}),and(${yetTo.join(',')}))`]];
}
