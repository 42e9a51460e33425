import * as v from 'valibot';
import { instantMs } from '#src/lib/age.ts';

const maybeText = v.optional(v.nullable(v.string()), null);
const named = v.object({ id: v.string(), name: maybeText });
/** A relationship whose other end is gone, or may not be read, joins to null. */
const related = <T extends v.GenericSchema>(schema: T) => v.nullable(schema);

const detailSchema = v.object({
  id: v.string(),
  name: v.string(),
  type: maybeText,
  canary_id: maybeText,
  description: maybeText,
  severity: maybeText,
  last_runtime: maybeText,
  next_runtime: maybeText,
  last_transition_time: maybeText,
  deleted_at: maybeText,
  canary: v.optional(v.nullable(v.object({ ...named.entries, source: maybeText })), null),
  components: v.optional(
    v.array(v.object({ components: related(v.object({ ...named.entries, icon: maybeText })) })),
    [],
  ),
  configs: v.optional(
    v.array(v.object({ configs: related(v.object({ ...named.entries, type: maybeText })) })),
    [],
  ),
});

/** A thing a check belongs to. `kind` is what it is, `type` what sort of it. */
export interface Related {
  readonly kind: 'component' | 'config';
  readonly id: string;
  readonly name: string;
  readonly type: string | null;
  /** What a component says that it looks like. */
  readonly icon?: string | null;
}

/** What the server says of one check beside its lists. Times are server texts. */
export interface CheckDetail {
  readonly name: string;
  readonly canaryId: string | null;
  readonly canaryName: string | null;
  readonly source: string | null;
  readonly lastRun: string | null;
  readonly nextRun: string | null;
  readonly transitioned: string | null;
  /** Nothing runs it any more; what it did is still to be read. */
  readonly deletedAt: string | null;
  readonly related: readonly Related[];
  /** Relationships whose other end is not shown to this person, or is gone. */
  readonly hiddenCount: number;
}

/** Reads a body of the kind `check-detail`; undefined for what is none. */
export function readDetail(body: unknown): CheckDetail | undefined {
  const parsed = v.safeParse(detailSchema, body);
  if (!parsed.success) return undefined;
  const { output } = parsed;
  const components = output.components.flatMap(({ components: each }): Related[] =>
    each === null
      ? []
      : [{ kind: 'component', id: each.id, name: each.name ?? each.id, type: null, icon: each.icon }],
  );
  const configs = output.configs.flatMap(({ configs: each }): Related[] =>
    each === null ? [] : [{ kind: 'config', id: each.id, name: each.name ?? each.id, type: each.type }],
  );
  const gone = [
    ...output.components.filter((each) => each.components === null),
    ...output.configs.filter((each) => each.configs === null),
  ];
  return {
    name: output.name,
    canaryId: output.canary_id,
    canaryName: output.canary?.name ?? null,
    source: output.canary?.source ?? null,
    lastRun: output.last_runtime,
    nextRun: output.next_runtime,
    transitioned: output.last_transition_time,
    deletedAt: output.deleted_at,
    related: [...once(components), ...once(configs)],
    hiddenCount: gone.length,
  };
}

/**
 * When a check runs next. A plan that is not later than a run that was made has stood still (the server of 2026 keeps it
 * elsewhere): then it is one interval after that run.
 */
export function nextRunAt(
  plan: string | null,
  lastRun: string | null,
  intervalMs: number | null,
): string | null {
  const [planMs, ranMs] = [instantMs(plan), instantMs(lastRun)];
  if (planMs !== undefined && (ranMs === undefined || planMs > ranMs)) return plan;
  return ranMs === undefined || intervalMs === null ? null : new Date(ranMs + intervalMs).toISOString();
}

/** Several selectors may link the same two; by name. */
function once(rows: readonly Related[]): readonly Related[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}

const ORIGIN = /^(?<kind>kubernetes|component)\/(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/iu;

/** What the canary of a check was made of, where that is a thing of the catalog or of the topology; null where it is not. */
export function originOf({ source, related }: Pick<CheckDetail, 'source' | 'related'>): Related | null {
  const { kind: from, id } = ORIGIN.exec(source ?? '')?.groups ?? {};
  if (from === undefined || id === undefined) return null;
  const kind = from.toLowerCase() === 'component' ? 'component' : 'config';
  const known = related.find((each) => each.kind === kind && each.id === id);
  return (
    known ?? { kind, id, name: kind === 'component' ? 'A component' : 'A resource of Kubernetes', type: null }
  );
}

/** Where a related thing is shown. */
export function relatedHref({ kind, id }: Related): string {
  return kind === 'component' ? `/topology/${encodeURIComponent(id)}` : `/catalog/${encodeURIComponent(id)}`;
}

/** The page that edits a check: that of its canary. */
export function canaryHref(canaryId: string): string {
  return `/settings/canaries/${encodeURIComponent(canaryId)}`;
}
