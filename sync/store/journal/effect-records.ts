import * as v from 'valibot';
import { EFFECT_VERSION, effectSchema } from '../../protocol/effect.ts';
import type { Effect } from '../../protocol/effect.ts';

/**
 * Reads one effect. What another version wrote or what is damaged stays on the disk as it is and is not given out: it
 * can never be sent from here (I29).
 */
export function readEffect(raw: unknown): Effect | undefined {
  const parsed = v.safeParse(effectSchema, raw);
  return parsed.success && parsed.output.v <= EFFECT_VERSION ? parsed.output : undefined;
}
