import type { ReactElement } from 'react';
import type { AroundChange } from '#sync/read/evidence/incidents.ts';
import { late } from '#src/ui/late.tsx';

/** For pages of other areas: it comes when somebody looks. */
const IncidentsAround = late<AroundChange>(
  async () => (await import('./incidents-around.tsx')).IncidentsAround,
);

export function renderIncidentsAround(change: AroundChange): ReactElement {
  return <IncidentsAround {...change} />;
}
