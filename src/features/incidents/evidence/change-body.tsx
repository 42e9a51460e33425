import { useState, type ReactElement } from 'react';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { Snapshot } from '#sync/protocol/tables/evidence-payload.ts';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Badge } from '#src/ui/marks/badge.tsx';
import { DiffLines } from '#src/ui/text/diff-lines.tsx';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import { JsonText } from '#src/ui/text/json-text.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { DocumentView } from './document-view.tsx';
import { usePackedRow } from './evidence-queries.ts';
import { maybeRow, maybeText } from '#src/views/row-text.ts';
import { LiveThing, Then } from './then-and-now.tsx';

interface ChangeBodyProps {
  changeId: string;
  snapshot: Snapshot | null;
}

/** A change of a catalog item: what it was when attached, its line in the catalog now, and what it changed. */
export function ChangeBody({ changeId, snapshot }: ChangeBodyProps): ReactElement {
  const isFrozen = maybeText(snapshot, 'diff') !== null || maybeRow(snapshot, 'details') !== null;
  return (
    <div className="flex flex-col gap-1">
      {snapshot !== null && (
        <Then at={snapshot.at}>
          <ChangeFacts row={snapshot} />
        </Then>
      )}
      <LiveThing live={usePackedRow('config_changes', changeId)} what="This change">
        {(row) => <ChangeFacts row={row} />}
      </LiveThing>
      {isFrozen ? (
        <Disclosure defaultExpanded headingLevel={4} title="What changed">
          <WhatChanged row={snapshot} />
        </Disclosure>
      ) : (
        <FetchedChange changeId={changeId} />
      )}
    </div>
  );
}

function FetchedChange({ changeId }: { changeId: string }): ReactElement {
  const [isWanted, setWanted] = useState(false);
  const read = useDocument('change', changeId, isWanted);
  return (
    <Disclosure headingLevel={4} isExpanded={isWanted} title="What changed" onExpandedChange={setWanted}>
      <DocumentView read={read} what="What this change did">
        {(body) => <WhatChanged row={body} />}
      </DocumentView>
    </Disclosure>
  );
}

function ChangeFacts({ row }: { row: JsonRow }): ReactElement {
  const type = maybeText(row, 'change_type');
  const severity = maybeText(row, 'severity');
  const summary = maybeText(row, 'summary');
  const at = maybeText(row, 'created_at');
  return (
    <>
      {type !== null && <Badge isCode>{type}</Badge>}
      {severity !== null && <SeverityBars severity={severity} />}
      {at !== null && <Ago at={at} label="Happened" />}
      {summary !== null && <span className="min-w-0 wrap-any">{summary}</span>}
    </>
  );
}

function WhatChanged({ row }: { row: unknown }): ReactElement {
  const diff = maybeText(row, 'diff');
  const details = maybeRow(row, 'details');
  const patches = maybeText(row, 'patches') ?? maybeRow(row, 'patches');
  if (diff === null && details === null && patches === null) {
    return <p className="text-table text-muted">The server kept neither a diff nor details of this change</p>;
  }
  return (
    <div className="flex flex-col gap-2">
      {diff !== null && <DiffLines diff={diff} label="Diff" />}
      {diff === null && patches !== null && <JsonText label="Patches" value={patches} />}
      {details !== null && <JsonText label="Details" value={details} />}
    </div>
  );
}
