import type { ReactElement } from 'react';
import type { Diagnostics } from '#workers/contracts/diagnostics.ts';
import type { Live } from '#src/platform/replica/live.ts';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { ComparisonsSection } from './comparisons-section.tsx';
import { EngineActions } from './engine-actions.tsx';
import { FeedsSection } from './feeds-section.tsx';
import { LogSection } from './log-section.tsx';
import { ServerSection } from './server-section.tsx';
import { TabsSection } from './tabs-section.tsx';

/** What an engineer wants to know; each part opens by itself. */
export function EngineTab({ report }: { report: Live<Diagnostics> }): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      <EngineActions />
      {report.status === 'failed' && (
        <ErrorPanel details={report.error.stack} message={report.error.message} />
      )}
      <div className="flex flex-col divide-y divide-line">
        {report.value !== undefined && <Reported report={report.value} />}
        <Disclosure title="Log of this tab">
          <LogSection />
        </Disclosure>
      </div>
    </div>
  );
}

function Reported({ report }: { report: Diagnostics }): ReactElement {
  const { leader } = report;
  return (
    <>
      {leader === null ? (
        <InlineBar className="mb-2" tone="info">
          Another tab does the syncing and has not answered: feeds and comparisons are known only there.
        </InlineBar>
      ) : (
        <>
          <Disclosure defaultExpanded title="Feeds">
            <FeedsSection leader={leader} takenAt={report.takenAt} />
          </Disclosure>
          <Disclosure title="Comparisons with the server">
            <ComparisonsSection lines={leader.reconcile} />
          </Disclosure>
        </>
      )}
      <Disclosure title="Tabs">
        <TabsSection report={report} />
      </Disclosure>
      <Disclosure title="Clock and server">
        <ServerSection report={report} />
      </Disclosure>
    </>
  );
}
