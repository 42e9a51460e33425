import * as v from 'valibot';

const text = v.fallback(v.nullish(v.string(), null), null);
const playbookSchema = v.object({ name: text, title: text });
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

/** When it began, or is to begin. */
export function runDate({ start_time: start, scheduled_time: scheduled }: Run): string | null {
  return start ?? scheduled;
}

/** How long it took; null before it has ended. */
export function runMs({ start_time: start, end_time: end }: Run): number | null {
  const ms = Date.parse(end ?? '') - Date.parse(start ?? '');
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** `timed_out` as people read it. */
export function statusTitle(status: string): string {
  const words = status.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export function runHref({ id }: Pick<Run, 'id'>): string {
  return `/playbooks/runs/${encodeURIComponent(id)}`;
}
