import type { ReactElement } from 'react';
import type { Snapshot } from '#sync/protocol/tables/evidence-payload.ts';
import { Badge } from '#src/ui/marks/badge.tsx';
import { useComponentFacts } from './evidence-queries.ts';
import { StateMark } from './state-mark.tsx';
import { LiveThing, Then } from './then-and-now.tsx';

interface ComponentBodyProps {
  componentId: string;
  snapshot: Snapshot | null;
}

/** A component: its health when it was attached, and now. */
export function ComponentBody({ componentId, snapshot }: ComponentBodyProps): ReactElement {
  const facts = useComponentFacts(componentId);
  return (
    <div className="flex flex-col gap-1">
      {snapshot !== null && (
        <Then at={snapshot.at}>
          <Card {...snapshot} />
        </Then>
      )}
      <LiveThing live={facts} what="This component">
        {(component) => <Card {...component} />}
      </LiveThing>
    </div>
  );
}

interface CardProps {
  type?: string | null | undefined;
  status?: string | null | undefined;
  health?: string | null | undefined;
  reason?: string | null | undefined;
  agent?: string | null | undefined;
}

function Card({ type, status, health, reason, agent }: CardProps): ReactElement {
  return (
    <>
      <StateMark state={health ?? status} />
      {type && <Badge>{type}</Badge>}
      {status && health && status !== health && <span>{status}</span>}
      {agent && <span className="text-muted">Agent {agent}</span>}
      {reason && <span className="min-w-0 text-muted wrap-any">{reason}</span>}
    </>
  );
}
