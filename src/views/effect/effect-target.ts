import { targetOf } from '#sync/protocol/effect.ts';
import type { EffectRequest } from '#sync/protocol/effect.ts';
import type { ReadModel } from '#sync/read/read-model.ts';

/** What this device knows of the state of a thing something is to be done to. */
export interface TargetState {
  readonly status: string;
  /** Server time of that knowledge; null when it is not known. */
  readonly asOf: string | null;
}

/** "check", "incident": what a request is about, where its state is on this device. */
export function targetThing(request: EffectRequest): 'check' | 'incident' | null {
  const target = targetOf(request);
  return target && (target.tbl === 'incidents' ? 'incident' : 'check');
}

/** State of what a request is about, as this device has it now; null where it is not here. */
export async function targetState(
  model: Pick<ReadModel, 'checkFacts' | 'incident'>,
  request: EffectRequest,
): Promise<TargetState | null> {
  const target = targetOf(request);
  if (target === null) return null;
  if (target.tbl === 'incidents') {
    const { data, asOf } = await model.incident(target.id);
    return data.found === 'yes' ? { status: data.incident.status, asOf } : null;
  }
  const { data, asOf } = await model.checkFacts(target.id);
  return data === null || data.status === null ? null : { status: data.status, asOf };
}

/** The same for a request that is being prepared. It decides nothing, so a read that fails does not stop the person. */
export async function stateBefore(
  model: Pick<ReadModel, 'checkFacts' | 'incident'>,
  request: EffectRequest,
): Promise<string | undefined> {
  try {
    return (await targetState(model, request))?.status;
  } catch (thrown) {
    reportError(thrown);
    return undefined;
  }
}
