import { createRootRoute } from '@tanstack/react-router';
import { panelSearchSchema, parseSearch } from '#src/platform/device/search-params.ts';
import { RootLayout } from '#src/shell/root-layout.tsx';

export const Route = createRootRoute({
  validateSearch: parseSearch(panelSearchSchema),
  component: RootLayout,
});
