import { Network, Radar } from 'lucide-react';
import type { ReactElement } from 'react';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { topologyHref } from '../topology-href.ts';

/** From the page of a component to what is around it, and to what hangs on it. */
export function ComponentLinks({ componentId }: { componentId: string }): ReactElement {
  const href = topologyHref(componentId);
  return (
    <>
      <LinkButton href={`${href}/graph`} icon={Network}>
        Graph
      </LinkButton>
      <LinkButton href={`${href}/blast-radius`} icon={Radar}>
        Blast radius
      </LinkButton>
    </>
  );
}
