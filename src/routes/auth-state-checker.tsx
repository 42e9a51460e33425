import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { AuthStateCheckerPage } from '#src/features/account/auth-state-checker-page.tsx';
import { optionalText, parseSearch } from '#src/platform/device/search-params.ts';

export const Route = createFileRoute('/auth-state-checker')({
  validateSearch: parseSearch(v.object({ return_to: optionalText(4000) })),
  staticData: { frame: 'bare' },
  component: AuthStateCheckerRoute,
});

function AuthStateCheckerRoute() {
  return <AuthStateCheckerPage returnTo={Route.useSearch().return_to} />;
}
