import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { FlowErrorPage, SessionErrorPage } from '#src/features/account/session-error-page.tsx';
import { optionalText, parseSearch } from '#src/platform/device/search-params.ts';

/** Both error pages stand here: the identity service sends `?id=`, the hosted provider `?error_code=` (spec 2.2). */
export const Route = createFileRoute('/error')({
  validateSearch: parseSearch(v.object({ id: optionalText(), error_code: optionalText() })),
  staticData: { frame: 'bare' },
  component: ErrorRoute,
});

function ErrorRoute() {
  const { id, error_code: errorCode } = Route.useSearch();
  return id === undefined ? <SessionErrorPage errorCode={errorCode} /> : <FlowErrorPage id={id} />;
}
