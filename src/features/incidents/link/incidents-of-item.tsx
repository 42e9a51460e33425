import type { ReactElement } from 'react';
import { IncidentsOf } from './incidents-of.tsx';

/** The incidents of an item of the catalog: for a section of its page. */
export function IncidentsOfItem({ id }: { id: string }): ReactElement {
  return <IncidentsOf heading="none" id={id} of="config" />;
}
