import * as v from 'valibot';
import type { RunSubject } from '#sync/protocol/run-params.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';

const id = v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined);
const schema = v.object({ config_id: id, component_id: id, check_id: id, from: id });

/** Query of `/playbooks/{id}/run`: what it is run on, and the run whose values it begins with. */
export type RunFormSearch = v.InferOutput<typeof schema>;
export const readRunFormSearch = parseSearch(schema);

/** The first that is named: a run is on one thing at most. */
export function subjectOf({ config_id, component_id, check_id }: Partial<RunFormSearch>): RunSubject | null {
  if (config_id !== undefined) return { kind: 'config', id: config_id };
  if (component_id !== undefined) return { kind: 'component', id: component_id };
  return check_id === undefined ? null : { kind: 'check', id: check_id };
}

export function searchOfSubject(subject: RunSubject | null): RunFormSearch {
  return subject === null ? {} : { [`${subject.kind}_id`]: subject.id };
}
