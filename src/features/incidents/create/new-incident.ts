import { useSync } from '#src/platform/replica/sync-context.tsx';
import { madeId } from '../commands.ts';
import { useFreezer } from '../link/use-freezer.ts';
import type { CreateCommand } from './create.form.ts';
import type { FirstEvidence } from './evidence-choice.ts';

/** The screen whose form makes incidents; the engine hands texts of one that was refused back to its draft. */
const SCREEN = '/incidents';
export const NEW_INCIDENT_DRAFT = `${SCREEN}#incident:new`;
export const NEW_INCIDENT_CHOICES = `${SCREEN}#choices:new`;

/** Creates incident, root hypothesis and evidence as one ordered group; resolves with the id when the device has them. */
export function useCreateIncident(): (
  command: CreateCommand,
  evidence: FirstEvidence | null,
  words: string,
) => Promise<string> {
  const sync = useSync();
  const freezer = useFreezer();
  return async (command, evidence, words) => {
    const frozen =
      evidence === null
        ? {}
        : { evidence: { ...(await freezer.freeze(evidence.source)), description: words } };
    return madeId(await sync.submit({ ...command, ...frozen }, SCREEN));
  };
}
