import * as v from 'valibot';

const maybeText = v.fallback(v.optional(v.nullable(v.string()), null), null);
const maybeCount = v.fallback(v.optional(v.nullable(v.number()), null), null);
const facts = {
  id: v.string(),
  name: maybeText,
  status: maybeText,
  resource_type: maybeText,
  resource_id: maybeText,
  resource_name: maybeText,
  success_count: maybeCount,
  error_count: maybeCount,
  hostname: maybeText,
  duration_millis: maybeCount,
  time_start: maybeText,
  time_end: maybeText,
  created_at: maybeText,
  agent: v.fallback(v.optional(v.nullable(v.object({ id: maybeText, name: maybeText })), null), null),
};
const rowSchema = v.object(facts);
const texts = v.fallback(
  v.pipe(
    v.array(v.unknown()),
    v.transform((all) => all.filter((each) => typeof each === 'string')),
  ),
  [],
);
const detailsSchema = v.fallback(
  v.nullish(
    v.object({ errors: texts, scrape_summary: v.optional(v.unknown()), summary: v.optional(v.unknown()) }),
    null,
  ),
  null,
);
const bodySchema = v.object({ ...facts, details: detailsSchema });

/** One run of a job. */
export type JobRun = v.InferOutput<typeof rowSchema>;

/** What a run reported; null for nothing. */
export interface RunReport {
  readonly errors: readonly string[];
  readonly scrapeSummary: unknown;
  readonly reconcileSummary: unknown;
}

/** Reads a row of a page; undefined for what is none. */
export function readRun(raw: unknown): JobRun | undefined {
  const row = v.safeParse(rowSchema, raw);
  return row.success ? row.output : undefined;
}

/** Reads a body of the kind `job-run`; undefined for what is none. */
export function readBody(raw: unknown): { readonly run: JobRun; readonly content: RunReport } | undefined {
  const body = v.safeParse(bodySchema, raw);
  if (!body.success) return undefined;
  const { details, ...run } = body.output;
  return {
    run,
    content: {
      errors: details?.errors ?? [],
      scrapeSummary: filled(details?.scrape_summary),
      reconcileSummary: filled(details?.summary),
    },
  };
}

function filled(value: unknown): unknown {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return value === undefined || value === '' || isEmpty ? null : value;
}

/** What a run is called. */
export function runName({ name }: Pick<JobRun, 'name'>): string {
  return name === null || name === '' ? 'Job run' : name;
}

/** The agent it ran on; null for the server itself. */
export function agentOf({ agent }: Pick<JobRun, 'agent'>): { id: string; name: string } | null {
  const id = agent?.id ?? null;
  return id === null || id === LOCAL_AGENT ? null : { id, name: agent?.name ?? id.slice(0, 8) };
}

const LOCAL_AGENT = '00000000-0000-0000-0000-000000000000';

/** Spec 002: "Statistics (Success and Error counts, hidden when zero)". */
export function statistics({ success_count: success, error_count: errors }: JobRun): readonly {
  readonly label: 'Success' | 'Error';
  readonly count: number;
}[] {
  const all = [
    { label: 'Success', count: success ?? 0 },
    { label: 'Error', count: errors ?? 0 },
  ] as const;
  return all.filter(({ count }) => count > 0);
}

/** How long it took; null while it runs. */
export function durationOf({ status, duration_millis: durationMs }: JobRun): number | null {
  return status === 'RUNNING' ? null : durationMs;
}

/** When it began, else when the server heard of it. */
export function startOf({ time_start: start, created_at: at }: JobRun): string | null {
  return start ?? at;
}
