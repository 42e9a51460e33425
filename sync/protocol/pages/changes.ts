import * as v from 'valibot';
import { definePages, isDescending, text } from './spec.ts';

/** Steps of relations that changes are followed over (spec 001 section 9). */
const DEPTH = 5;

/** Ids of items, each kept or left out (`!`). */
const uuidList = v.pipe(
  text,
  v.regex(/^!?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:,!?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})*$/iu),
);

const query = v.strictObject({
  id: v.optional(uuidList),
  recursive: v.optional(v.picklist(['none', 'upstream', 'downstream', 'all'])),
  configType: v.optional(text),
  type: v.optional(text),
  severity: v.optional(text),
  createdBy: v.optional(text),
  externalCreatedBy: v.optional(text),
  summary: v.optional(text),
  source: v.optional(text),
  tags: v.optional(text),
  includeDeleted: v.optional(v.boolean(), false),
  sortBy: v.optional(
    v.picklist(['created_at', 'name', 'change_type', 'summary', 'source', 'count']),
    'created_at',
  ),
  isDescending,
});

/**
 * Changes of catalog items (api-endpoints-catalog C5). Lists are the server's; `tags` is a label selector. With the `id` of
 * one item they are its own and, by `recursive`, those of what is related to it up to five steps away; `id` may also be
 * such a list. What people wrote (`summary`, `source`, `externalCreatedBy`) is URI-encoded, item by item.
 */
export const changes = definePages('changes', query, {
  kind: 'service',
  path: '/catalog/changes',
  body: (asked, { page, size, fromAt, toAt }) => ({
    id: asked.id,
    config_type: asked.configType,
    type: asked.type,
    severity: asked.severity,
    created_by: asked.createdBy,
    external_created_by: asked.externalCreatedBy,
    summary: asked.summary,
    source: asked.source,
    tags: asked.tags,
    from: fromAt ?? undefined,
    to: toAt ?? undefined,
    page,
    page_size: size,
    sort_by: `${asked.isDescending ? '-' : ''}${asked.sortBy}`,
    recursive: asked.recursive ?? 'none',
    depth: asked.id === undefined ? undefined : DEPTH,
    include_deleted_configs: asked.includeDeleted,
  }),
  read: ([answer]) => {
    if (answer === undefined) return null;
    // What is empty is left out by the server: an object without anything says that there is nothing.
    const { changes: rows = [], total = 0, summary = {} } = answer;
    const isAnswer = Array.isArray(rows) && typeof total === 'number' && typeof summary === 'object';
    return isAnswer ? { rows, total, extra: { summary } } : null;
  },
});
