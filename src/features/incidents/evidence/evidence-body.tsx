import type { ReactElement } from 'react';
import { logLinesOf, selectedLogLines, snapshotOf } from '#sync/protocol/tables/evidence-payload.ts';
import type { EvidenceView } from '#sync/read/types.ts';
import { Markdown } from '#src/ui/text/markdown.tsx';
import { ChangeBody } from './change-body.tsx';
import { CheckBody } from './check-body.tsx';
import { ComponentBody } from './component-body.tsx';
import { ConfigBody } from './config-body.tsx';
import type { EvidenceContent } from './evidence-content.ts';
import { InsightBody } from './insight-body.tsx';
import { LogBody } from './log-body.tsx';
import { NotHere } from './then-and-now.tsx';

interface EvidenceBodyProps {
  evidence: Pick<EvidenceView, 'payload' | 'refs'>;
  content: Pick<EvidenceContent, 'kind' | 'text'>;
}

/** What an evidence of any type shows below its head. */
export function EvidenceBody({ evidence, content }: EvidenceBodyProps): ReactElement | null {
  const { payload, refs } = evidence;
  const snapshot = snapshotOf(payload);
  const { checkId, configId, configChangeId, configAnalysisId, componentId } = refs;
  switch (content.kind) {
    case 'comment':
      return content.text === null || content.text === '' ? null : <Markdown text={content.text} />;
    case 'log':
      return <LogBody lines={logLinesOf(payload)} selected={selectedLogLines(payload)} />;
    case 'config':
      return <ConfigBody {...{ configId, payload, snapshot }} />;
    case 'check':
      return checkId === null ? <NoReference /> : <CheckBody {...{ checkId, snapshot }} />;
    case 'component':
      return componentId === null ? <NoReference /> : <ComponentBody {...{ componentId, snapshot }} />;
    case 'change':
      return configChangeId === null ? (
        <NoReference />
      ) : (
        <ChangeBody changeId={configChangeId} snapshot={snapshot} />
      );
    case 'insight':
      return configAnalysisId === null ? (
        <NoReference />
      ) : (
        <InsightBody analysisId={configAnalysisId} snapshot={snapshot} />
      );
    case 'other':
      return null;
  }
}

function NoReference(): ReactElement {
  return <NotHere>The server did not keep what this evidence points at</NotHere>;
}
