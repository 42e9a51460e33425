import { useMemo } from 'react';
import { peopleRead } from '#sync/read/names.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';

/** Name of a person by id, of those on this device. */
export function usePersonName(): (id: string) => string | undefined {
  const model = useReadModel();
  const live = useLive(() => model.late(peopleRead), [model]);
  const people = live.value?.data;
  return useMemo(() => {
    const names = new Map(people?.map(({ id, name }) => [id, name]));
    return (id) => names.get(id) ?? undefined;
  }, [people]);
}
