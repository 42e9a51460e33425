import type { ErrorComponentProps } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { errorDetails } from '#src/lib/error-details.ts';
import { isStaleChunk } from '#src/lib/stale-chunk.ts';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { reloadWhole } from '#src/platform/shell/service-worker-client.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { PageNotice } from './page-notice.tsx';

/** A page that could not be drawn. The frame around it stays usable. */
export function RenderErrorPage({ error, reset }: ErrorComponentProps): ReactElement {
  return isStaleChunk(error) ? <StaleChunkPage /> : <BrokenPage error={error} reset={reset} />;
}

/** A part of the app that is neither on this device nor on the server: a retry asks for the same file again (D16). */
function StaleChunkPage(): ReactElement {
  usePageFrame({ title: 'Reload needed', crumbs: [] });
  return (
    <PageNotice
      action={
        <Button icon={RefreshCw} variant="primary" onPress={() => void reloadWhole()}>
          Reload
        </Button>
      }
      icon={RefreshCw}
      title="This page could not be loaded"
    >
      <p>A newer version has probably replaced it. Reload to get it. Unsent changes stay on this device.</p>
    </PageNotice>
  );
}

function BrokenPage({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>): ReactElement {
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
