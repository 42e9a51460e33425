import { evidenceInputSchema } from '#sync/protocol/command.ts';
import type { EvidenceView } from '#sync/read/types.ts';
import type { AttachSource } from '#src/platform/actions/attach-evidence.tsx';
import * as v from 'valibot';

/**
 * The same evidence for another incident, with its snapshot and without its part in this one's definition of done. Null
 * for a type this client cannot write.
 */
export function copyOf(evidence: EvidenceView, name: string): AttachSource | null {
  const { checkId, configId, configChangeId, configAnalysisId, componentId } = evidence.refs;
  const refs = { checkId, configId, configChangeId, configAnalysisId, componentId };
  const parsed = v.safeParse(evidenceInputSchema, {
    type: evidence.type === 'component' ? 'topology' : evidence.type,
    description: evidence.description,
    ...Object.fromEntries(Object.entries(refs).filter(([, id]) => id !== null)),
    ...(Object.keys(evidence.payload).length === 0 ? {} : { payload: evidence.payload }),
  });
  return parsed.success ? { kind: 'copy', name, evidence: parsed.output } : null;
}
