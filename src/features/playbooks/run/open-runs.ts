import type { Effect } from '#sync/protocol/effect.ts';
import type { RunSubject } from '#sync/protocol/run-params.ts';

/** What was asked of this device for the same playbook on the same thing and is not settled, the newest first. */
export function openRuns(
  effects: readonly Effect[],
  playbookId: string,
  subject: RunSubject | null,
): readonly Effect[] {
  return effects
    .filter(({ request, state }) => {
      if (request.kind !== 'playbook.run' || request.playbookId !== playbookId) return false;
      const isSame =
        request.configId === (subject?.kind === 'config' ? subject.id : undefined) &&
        request.componentId === (subject?.kind === 'component' ? subject.id : undefined) &&
        request.checkId === (subject?.kind === 'check' ? subject.id : undefined);
      return isSame && (state === 'prepared' || state === 'sending' || state === 'unknown');
    })
    .toSorted((a, b) => b.createdAt - a.createdAt);
}
