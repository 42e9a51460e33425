import { createContext, useContext, type FunctionComponent } from 'react';

type OfComponent = FunctionComponent<{ id: string }>;

/** What other areas say of a component; the route hands them in. */
export interface ComponentParts {
  readonly Incidents: OfComponent;
  readonly Changes: OfComponent;
  readonly Checks: OfComponent;
  readonly Playbooks: OfComponent;
  readonly Insights: OfComponent;
}

const Parts = createContext<ComponentParts | null>(null);

export const ComponentPartsProvider = Parts;

/** Null where no route gave any. */
export function useComponentParts(): ComponentParts | null {
  return useContext(Parts);
}
