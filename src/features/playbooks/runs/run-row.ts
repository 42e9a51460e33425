import * as v from 'valibot';

const text = v.fallback(v.nullish(v.string(), null), null);
const playbookSchema = v.object({ name: text, title: text });
const namedSchema = v.fallback(v.nullish(v.object({ name: text, type: v.optional(text) }), null), null);
const runSchema = v.object({
  id: v.string(),
  playbook_id: text,
  status: text,
  created_at: text,
  start_time: text,
  scheduled_time: text,
  end_time: text,
  created_by: text,
  error: text,
  check_id: text,
  config_id: text,
  component_id: text,
  /** The run that began this one; only the server of 2026 says so, and only to the copy on the device. */
  parent_id: text,
  check: namedSchema,
  config: namedSchema,
  component: namedSchema,
  playbooks: v.fallback(v.nullish(playbookSchema, null), null),
});

/** One run of a playbook, of the server or of this device. */
export type Run = v.InferOutput<typeof runSchema>;

/** Undefined for what is no run. */
export function readRun(raw: unknown): Run | undefined {
  const run = v.safeParse(runSchema, raw);
  return run.success ? run.output : undefined;
}

export function runName({ playbooks, playbook_id: id }: Run): string {
  const { title, name } = playbooks ?? { title: null, name: null };
  const known = [title, name].find((each) => each !== null && each !== '');
  return known ?? (id === null ? 'Playbook' : `Playbook ${id.slice(0, 8)}`);
}

/** What a run was on. */
export interface RunResource {
  readonly kind: 'check' | 'config' | 'component';
  readonly id: string;
  /** Null where it is not known here. */
  readonly name: string | null;
  readonly type: string | null;
  readonly href: string;
}

/** Null for one that was on nothing. */
export function runResource(run: Run): RunResource | null {
  const found = KINDS.find(([kind]) => run[`${kind}_id`] !== null);
  if (found === undefined) return null;
  const [kind, path] = found;
  const id = run[`${kind}_id`] ?? '';
  const named = run[kind];
  return {
    kind,
    id,
    name: named?.name ?? null,
    type: named?.type ?? null,
    href: path + encodeURIComponent(id),
  };
}

const KINDS = [
  ['config', '/catalog/'],
  ['component', '/topology/'],
  ['check', '/health?checkId='],
] as const;

/** "payments-api", or which kind of thing it was where its name is not here. */
export function resourceName(resource: RunResource | null): string {
  if (resource === null) return '';
  return resource.name ?? `${KIND_WORDS[resource.kind]} ${resource.id.slice(0, 8)}`;
}

const KIND_WORDS = { check: 'Check', config: 'Item', component: 'Component' } as const;

/** When it began, or is to begin. */
export function runDate({ start_time: start, scheduled_time: scheduled }: Run): string | null {
  return start ?? scheduled;
}

/** How long it took; null before it has ended. */
export function runMs({
  start_time: start,
  end_time: end,
}: Pick<Run, 'start_time' | 'end_time'>): number | null {
  const ms = Date.parse(end ?? '') - Date.parse(start ?? '');
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

export function runHref({ id }: Pick<Run, 'id'>): string {
  return `/playbooks/runs/${encodeURIComponent(id)}`;
}
