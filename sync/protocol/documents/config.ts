import type { DocumentSpecs } from './spec.ts';
import { MAX_EDGES, RELATION_DEPTH } from '../document-facts.ts';

/** Changes of a config that go with it (D13). */
const LAST_CHANGES = 50;
/** Changes of one list of a review. */
const MAX_EVENTS = 500;
/** Links that were deleted, and checks, of one item. */
const MAX_UNLINKED = 500;
const MAX_CHECKS = 1_000;

/** An item as its own page shows it (reference api-endpoints: C3f), of columns that both servers have; costs are pulled. */
const itemColumns =
  'id,scraper_id,config_class,type,name,description,status,health,labels,tags,properties,path,created_at,updated_at,deleted_at,last_scraped_time,summary';
/** By name: the server of 2026 has two ways from an item to scrapers and refuses to choose. */
const itemJoins = 'scraper:config_scrapers!config_items_scraper_id_fkey(id,name)';
const changeColumns = 'id,config_id,change_type,severity,source,summary,created_at,external_created_by';
/** Both ends of a link, by the columns that lead to them (C9b), from the table and not from a view that counts. */
const endColumns = 'id,name,type,deleted_at';
const endsOfLink = `from:config_items!config_relationships_config_id_fkey(${endColumns}),to:config_items!config_relationships_related_id_fkey(${endColumns})`;

/** Bodies about one item of the catalog. */
export const configDocuments = {
  /** The scraped document. */
  config: {
    path: ({ id }) => `/db/config_items?id=eq.${id}&select=id,type,config,updated_at`,
    isDefinition: true,
  },
  /** What the server computes of an item and what is not pulled of it. */
  'config-detail': {
    path: ({ id }) => `/db/config_detail?id=eq.${id}&select=${itemColumns},${itemJoins}`,
  },
  /** Its last changes, slim. */
  'config-changes': {
    path: ({ id }) =>
      `/db/config_changes?config_id=eq.${id}&select=${changeColumns}&order=created_at.desc&limit=${LAST_CHANGES}`,
    gives: 'list',
  },
  /** Its changes from a moment on, for the review of an incident. */
  'config-events': {
    path: ({ id, from }) =>
      `/db/config_changes?config_id=eq.${id}&created_at=gte.${from}&select=${changeColumns}&order=created_at.asc&limit=${MAX_EVENTS}`,
    gives: 'window',
  },
  /**
   * Links between items around one, in both directions. Every link is asked for, whatever its kind: which of them are
   * followed is decided on the device. The nearest come first.
   */
  'config-edges': {
    path: ({ id }) =>
      `/db/rpc/config_relationships_recursive?config_id=${id}&type_filter=all&max_depth=${RELATION_DEPTH}&incoming_relation=both&outgoing_relation=both&select=id,related_id,relation_type,depth&order=depth.asc&limit=${MAX_EDGES}`,
    gives: 'list',
  },
  /** Its own links that were deleted. */
  'config-unlinked': {
    path: ({ id }) =>
      `/db/config_relationships?or=(config_id.eq.${id},related_id.eq.${id})&deleted_at=not.is.null&select=config_id,related_id,relation,deleted_at,${endsOfLink}&order=deleted_at.desc&limit=${MAX_UNLINKED}`,
    gives: 'list',
  },
  /** The checks that belong to it. */
  'config-checks': {
    path: ({ id }) =>
      `/db/check_config_relationships?config_id=eq.${id}&deleted_at=is.null&check.deleted_at=is.null&select=check_id,check:checks!inner(id,name,type,severity,status,last_runtime)&limit=${MAX_CHECKS}`,
    gives: 'list',
  },
  /** What one of its changes changed. */
  change: {
    path: ({ id }) =>
      `/db/config_changes?id=eq.${id}&select=id,config_id,change_type,severity,source,summary,created_at,external_created_by,created_by,count,first_observed,diff,details,patches,config:configs(type,name)`,
  },
  /** One finding with its message. */
  analysis: {
    path: ({ id }) =>
      `/db/config_analysis?id=eq.${id}&select=id,config_id,source,analyzer,analysis_type,severity,status,summary,message,analysis,first_observed,last_observed,config:configs(type,name)`,
  },
} as const satisfies DocumentSpecs;
