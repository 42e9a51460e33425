import { useState, type ReactElement } from 'react';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { Snapshot } from '#sync/protocol/tables/evidence-payload.ts';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { Badge } from '#src/ui/marks/badge.tsx';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import { Markdown } from '#src/ui/text/markdown.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { titleOf } from '../incident-labels.ts';
import { DocumentView } from './document-view.tsx';
import { usePackedRow } from './evidence-queries.ts';
import { maybeText } from '#src/views/row-text.ts';
import { LiveThing, Then } from './then-and-now.tsx';

interface InsightBodyProps {
  analysisId: string;
  snapshot: Snapshot | null;
}

/** An insight about a catalog item: what it said when attached, and whether it is still open. */
export function InsightBody({ analysisId, snapshot }: InsightBodyProps): ReactElement {
  const message = snapshot?.message ?? null;
  return (
    <div className="flex flex-col gap-1">
      {snapshot !== null && (
        <Then at={snapshot.at}>
          <InsightFacts row={snapshot} />
        </Then>
      )}
      <LiveThing live={usePackedRow('config_analysis', analysisId)} what="This insight">
        {(row) => <InsightFacts row={row} />}
      </LiveThing>
      {message !== null ? <Markdown text={message} /> : <FetchedMessage analysisId={analysisId} />}
    </div>
  );
}

function FetchedMessage({ analysisId }: { analysisId: string }): ReactElement {
  const [isWanted, setWanted] = useState(false);
  const read = useDocument('analysis', analysisId, isWanted);
  return (
    <Disclosure headingLevel={4} isExpanded={isWanted} title="Message" onExpandedChange={setWanted}>
      <DocumentView read={read} what="The message of this insight">
        {(body) => {
          const text = maybeText(body, 'message') ?? maybeText(body, 'summary');
          return text === null ? (
            <p className="text-table text-muted">It has no message</p>
          ) : (
            <Markdown text={text} />
          );
        }}
      </DocumentView>
    </Disclosure>
  );
}

function InsightFacts({ row }: { row: JsonRow }): ReactElement {
  const analyzer = maybeText(row, 'analyzer');
  const severity = maybeText(row, 'severity');
  const status = maybeText(row, 'status');
  const summary = maybeText(row, 'summary');
  return (
    <>
      {analyzer !== null && <Badge isCode>{analyzer}</Badge>}
      {severity !== null && <SeverityBars severity={severity} />}
      {status !== null && <span>{titleOf(status)}</span>}
      {summary !== null && <span className="min-w-0 wrap-any">{summary}</span>}
    </>
  );
}
