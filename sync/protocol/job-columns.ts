/** Columns of a job's run in a list; its details are read when it is opened. */
export const JOB_COLUMNS =
  'id,agent_id,name,resource_type,resource_id,resource_name,status,success_count,error_count,hostname,duration_millis,time_start,time_end,created_at,agent';
