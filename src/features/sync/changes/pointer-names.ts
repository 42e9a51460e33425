import type { Draft } from '#sync/protocol/op.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { draftPointers, type PointerName } from './form-draft-labels.ts';

/** Names of what kept forms point at. What cannot be read is as good as not here: the form is still told by its other lines. */
export function usePointerNames(drafts: readonly Draft[]): PointerName {
  const model = useReadModel();
  const pointers = drafts.flatMap(draftPointers);
  const asked = JSON.stringify(pointers);
  const live = useLive(async () => {
    const wanted: typeof pointers = JSON.parse(asked);
    const names = await Promise.all(
      wanted.map(async ({ tbl, id, column }) => {
        const name = (await model.inspectRow(tbl, id)).visible?.[column];
        return [`${tbl} ${id}`, typeof name === 'string' ? name : null] as const;
      }),
    );
    return Object.fromEntries(names);
  }, [model, asked]);
  return ({ tbl, id }) => (live.status === 'failed' ? null : live.value?.[`${tbl} ${id}`]);
}
