import type { Effect } from '#sync/protocol/effect.ts';
import { useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';

/** Everything that was asked of the server from this device: prepared ones and what became of the others (ux 4.6). */
export function useEffects(): Live<readonly Effect[]> {
  const model = useReadModel();
  return useLive(() => model.effects(), [model]);
}
