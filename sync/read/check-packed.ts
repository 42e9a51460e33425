import { unpackGroups } from '../core/check/unpack.ts';
import type { HealthAnswer, PackedHealthAnswer } from '../protocol/health.ts';

/** The answer as the page reads it; groups are made of their numbers when they are looked at. */
export function unpackAnswer(packed: PackedHealthAnswer): HealthAnswer {
  return { ...packed, groups: unpackGroups(packed.groups) };
}
