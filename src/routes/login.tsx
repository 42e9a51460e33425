import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { LoginPage } from '#src/features/account/login-page.tsx';
import { flagParam, optionalOneOf, optionalText, parseSearch } from '#src/platform/device/search-params.ts';

const searchSchema = v.object({
  flow: optionalText(),
  return_to: optionalText(4000),
  refresh: flagParam(),
  aal: optionalOneOf(['aal1', 'aal2']),
});

export const Route = createFileRoute('/login')({
  validateSearch: parseSearch(searchSchema),
  staticData: { frame: 'bare' },
  component: LoginRoute,
});

function LoginRoute() {
  const { flow, return_to: returnTo, refresh = false, aal } = Route.useSearch();
  return (
    <LoginPage aal={aal} flowId={flow} key={`${refresh} ${aal}`} refresh={refresh} returnTo={returnTo} />
  );
}
