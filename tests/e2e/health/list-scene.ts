import { randomUUID } from 'node:crypto';
import type { Stack } from '../stack.ts';

/** Checks made for one test; their label `suite` has a value that no other check has. */
export interface ListScene {
  readonly word: string;
  /** The list with these checks and no others. */
  readonly path: (rest?: string) => string;
}

const GROUPS = [
  { group: 'front', count: 40, namespace: 'shop', status: 'healthy', tier: 'web' },
  { group: 'back', count: 2, namespace: 'infra', status: 'unhealthy', tier: 'db' },
  { group: 'back', count: 1, namespace: 'infra', status: 'healthy', tier: 'web' },
  { group: 'solo', count: 1, namespace: '', status: 'healthy', tier: null },
] as const;

/** Letters only: a word with a `43` in it would be found by a search for check 43, and with it all its checks. */
function randomWord(): string {
  const letters = randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/gu, (digit) => 'ghijklmnop'.charAt(Number(digit)));
  return `s${letters}`;
}

/** Inserts three groups: 40 checks that pass, 3 of which 2 fail, and one without a namespace. All ran a minute ago. */
export async function createChecks(stack: Stack): Promise<ListScene> {
  const word = randomWord();
  const canaries = new Map<string, string>();
  let at = 0;
  for (const { group, count, namespace, status, tier } of GROUPS) {
    const canaryId = canaries.get(group) ?? randomUUID();
    if (!canaries.has(group)) {
      canaries.set(group, canaryId);
      await stack.sql(
        `insert into canaries (id, name, namespace, spec, created_at)
         values ($1, $2, $3, '{"schedule": "@every 1m"}', now() - interval '2 days')`,
        [canaryId, `${word}-${group}`, namespace],
      );
    }
    for (let n = 0; n < count; n += 1) {
      at += 1;
      const labels = tier === null ? { suite: word } : { suite: word, tier };
      await stack.sql(
        `insert into checks (id, canary_id, type, name, namespace, severity, status, spec, labels, last_runtime,
                             next_runtime, last_transition_time, created_at, updated_at)
         values ($1, $2, 'http', $3, $4, 'high', $5, '{}', $6, now() - interval '1 minute',
                 now() + interval '5 minutes', now() - interval '3 hours', now() - interval '2 days', now())`,
        [randomUUID(), canaryId, `${word} check ${String(at).padStart(2, '0')}`, namespace, status, labels],
      );
    }
  }
  const labels = JSON.stringify({ [`canary:suite:${word}`]: 1 });
  return {
    word,
    path: (rest = '') => `/health?labels=${encodeURIComponent(labels)}${rest === '' ? '' : `&${rest}`}`,
  };
}
