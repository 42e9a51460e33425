import type { ErrorComponentProps } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import type { ReactElement } from 'react';
import { usePageFrame } from '#src/platform/page-frame.ts';
import { ErrorPanel } from '#src/ui/error-panel.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageNotice } from './page-notice.tsx';

/** A page that could not be drawn. The frame around it stays usable. */
export function RenderErrorPage({ error, reset }: ErrorComponentProps): ReactElement {
  usePageFrame({ title: 'Error', crumbs: [] });
  return (
    <div className="px-page pt-5">
      <h1 className="text-center text-title font-semibold" tabIndex={-1}>
        Sorry.. there was an error
      </h1>
      <ErrorPanel
        details={errorDetails(error)}
        message={error instanceof Error ? error.message : undefined}
        onRetry={reset}
      />
    </div>
  );
}

/** Stack and cause in plain text, for the closed part of the panel. */
export function errorDetails(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\n\nCause: ${errorDetails(error.cause)}`;
}

export function NotFoundPage(): ReactElement {
  usePageFrame({ title: 'Not found', crumbs: [] });
  return (
    <PageNotice
      action={<LinkButton href="/">Go back</LinkButton>}
      icon={Compass}
      title="There is no such page"
    >
      <p>The address does not belong to anything in this console.</p>
    </PageNotice>
  );
}
