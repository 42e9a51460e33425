import { useCallback, type ReactElement } from 'react';
import type { HttpAnswer } from '#src/platform/http.ts';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { useAnswer } from '#src/platform/replica/use-answer.ts';
import { useRedirect } from '#src/platform/session/use-redirect.ts';
import { KEY_SCROLLABLE } from '#src/ui/layout/key-scrollable.ts';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { SkeletonBar } from '#src/ui/marks/skeleton.tsx';
import { BareCard } from './bare-card.tsx';
import { identityApi } from './identity-api.ts';

const BAD_SESSION =
  'Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.';

/** Text of spec 2.2 for an `error_code`. */
export function sessionErrorText(errorCode: string | undefined): string {
  return errorCode === 'BAD_SESSION' ? BAD_SESSION : 'Unknown error';
}

/** Spec 2.2. The organization switcher belongs to the hosted identity provider and does not exist here. */
export function SessionErrorPage({ errorCode }: { errorCode: string | undefined }): ReactElement {
  usePageFrame({ title: 'Error', crumbs: [] });
  return (
    <BareCard title="Session error">
      <p className="text-body wrap-any" role="alert">
        {sessionErrorText(errorCode)}
      </p>
      <GoBack />
    </BareCard>
  );
}

/** What the flow error page shows: spec 2.3 sends 403, 404 and 410 to the start page. */
export function flowErrorView(
  answer: HttpAnswer,
): { readonly kind: 'leave' } | { readonly kind: 'shown'; readonly json: string } {
  if (answer.kind === 'unreachable') {
    return { kind: 'shown', json: JSON.stringify({ unreachable: answer.reason }, null, 2) };
  }
  if ([403, 404, 410].includes(answer.status)) return { kind: 'leave' };
  return { kind: 'shown', json: JSON.stringify(answer.body, null, 2) };
}

/** Spec 2.3. */
export function FlowErrorPage({ id }: { id: string }): ReactElement {
  usePageFrame({ title: 'Error', crumbs: [] });
  const read = useCallback(async () => flowErrorView(await identityApi.readFlowError(id)), [id]);
  const answer = useAnswer(read);
  const view = answer.state === 'known' ? answer.value : null;
  useRedirect(view?.kind === 'leave' ? '/' : null);
  const json = view?.kind === 'shown' ? view.json : null;
  return (
    <BareCard title="An error occurred">
      {json === null ? (
        <SkeletonBar className="h-24" />
      ) : (
        <pre
          className="max-h-80 overflow-auto rounded-control border border-line p-3 text-table"
          {...KEY_SCROLLABLE}
        >
          {json}
        </pre>
      )}
      <GoBack />
    </BareCard>
  );
}

function GoBack(): ReactElement {
  return (
    <div className="mt-5">
      <LinkButton href="/">Go back</LinkButton>
    </div>
  );
}
