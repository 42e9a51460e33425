import type { Effect } from '#sync/protocol/effect.ts';
import type { RunSubject } from '#sync/protocol/run-params.ts';
import { openEffects } from '#src/views/effect/effect-state.ts';

/** What was asked of this device for the same playbook on the same thing and is not settled; a refusal was said. */
export function openRuns(
  effects: readonly Effect[],
  playbookId: string,
  subject: RunSubject | null,
): readonly Effect[] {
  return openEffects(
    effects,
    (request) =>
      request.kind === 'playbook.run' &&
      request.playbookId === playbookId &&
      request.configId === (subject?.kind === 'config' ? subject.id : undefined) &&
      request.componentId === (subject?.kind === 'component' ? subject.id : undefined) &&
      request.checkId === (subject?.kind === 'check' ? subject.id : undefined),
  ).filter(({ state }) => state !== 'refused' && state !== 'expired');
}
