import * as v from 'valibot';
import type { HealthRow } from '#sync/protocol/health.ts';

const text = v.fallback(v.nullish(v.string(), null), null);
const linkSchema = v.object({
  check: v.object({
    id: v.string(),
    name: text,
    type: text,
    severity: text,
    status: text,
    last_runtime: text,
  }),
});

/** What the server said of a check when it was asked what belongs to an item. */
export type LinkedCheck = v.InferOutput<typeof linkSchema>['check'];

/** A check that belongs to an item, with its row of this device: undefined while that is read, null where there is none. */
export interface ItemCheck {
  readonly id: string;
  readonly said: LinkedCheck;
  readonly row: HealthRow | null | undefined;
}

/** Bodies of the kind `config-checks`; a check that two links lead to is there once. */
export function readLinkedChecks(body: unknown): readonly LinkedCheck[] {
  if (!Array.isArray(body)) return [];
  const checks = body.flatMap((raw) => {
    const link = v.safeParse(linkSchema, raw);
    return link.success ? [link.output.check] : [];
  });
  return [...new Map(checks.map((check) => [check.id, check])).values()];
}

/** What somebody has to look at first; then by name. */
export function byNeed(a: ItemCheck, b: ItemCheck): number {
  return rank(a) - rank(b) || nameOf(a).localeCompare(nameOf(b)) || (a.id < b.id ? -1 : 1);
}

function rank({ row, said }: ItemCheck): number {
  const status = row?.status ?? said.status;
  if (status === 'unhealthy') return 0;
  return status === 'healthy' ? 2 : 1;
}

export function nameOf({ row, said: { name, id } }: ItemCheck): string {
  const known = row?.name ?? name ?? '';
  return known === '' ? id.slice(0, 8) : known;
}
