import type { ReactElement } from 'react';

interface ComponentPanelProps {
  componentId: string;
}

/** What is known of the opened component, beside the dashboard. */
export function ComponentPanel(_props: ComponentPanelProps): ReactElement | null {
  return null;
}
