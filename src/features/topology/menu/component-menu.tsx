import type { ReactElement } from 'react';

interface ComponentMenuProps {
  componentId: string;
  name: string;
}

/** What can be done with a component, on its card. */
export function ComponentMenu(_props: ComponentMenuProps): ReactElement | null {
  return null;
}
