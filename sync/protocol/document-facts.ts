/** Id of the one body of kind `health-summary`. */
export const SUMMARY_ID = 'all';

/** Id of what belongs to one parent from a moment on (server time), or over a range (`1h`). */
export function windowedId(parentId: string, from: string): string {
  return `${parentId}~${from}`;
}

/** Parent and moment of a windowed id; the moment is empty where there is none. */
export function partsOfWindow(id: string): { readonly parentId: string; readonly from: string } {
  const [parentId = '', from = ''] = id.split('~');
  return { parentId, from };
}

/** Links from one item to another that are followed (spec 001 section 9: "Relation depth 10 for related configs"). */
export const RELATION_DEPTH = 10;
/** Links of one body: the server's own limit of rows. One that has so many may lack some. */
export const MAX_EDGES = 2_000;

/** Columns of a job's run in a list; its details are read when it is opened. */
export const JOB_COLUMNS =
  'id,agent_id,name,resource_type,resource_id,resource_name,status,success_count,error_count,hostname,duration_millis,time_start,time_end,created_at,agent';
