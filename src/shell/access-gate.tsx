import { Lock, PowerOff } from 'lucide-react';
import { useMatches } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { useAccess, type Access } from '#src/platform/session/access-context.tsx';
import type { Feature } from '#src/platform/session/feature-flags.ts';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import type { Resource } from '#src/platform/session/roles.ts';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { AREAS, visibleAreas } from './areas.ts';
import { PageNotice } from './page-notice.tsx';

/**
 * What a device knows of roles and flags is read in the first moments of a start. A skeleton that came in between would
 * stand for its 300 ms before the list that is there already (T4).
 */
const START_MS = 600;

export interface Gate {
  readonly resource: Resource | undefined;
  readonly feature: Feature | undefined;
}

export type GateVerdict = 'wait' | 'off' | 'forbidden' | 'open';

/** Routes wait for the flags' first answer; "forbidden" is said only when roles are known (spec 2.1). */
export function gateVerdict(
  gate: Gate,
  access: Pick<Access, 'areFlagsSettled' | 'areRolesKnown' | 'can' | 'isEnabled'>,
): GateVerdict {
  if (gate.feature !== undefined) {
    if (!access.areFlagsSettled) return 'wait';
    if (!access.isEnabled(gate.feature)) return 'off';
  }
  if (gate.resource !== undefined && access.areRolesKnown && !access.can('read', gate.resource)) {
    return 'forbidden';
  }
  return 'open';
}

/** Stands between the frame and the page; a route names its gate in `staticData`. */
export function AccessGate({ children }: { children: ReactNode }): ReactElement {
  const access = useAccess();
  const gate = useMatches({
    select: (matches): Gate => ({
      resource: matches.findLast(({ staticData }) => staticData.resource !== undefined)?.staticData.resource,
      feature: matches.findLast(({ staticData }) => staticData.feature !== undefined)?.staticData.feature,
    }),
    structuralSharing: true,
  });
  const verdict = gateVerdict(gate, access);
  switch (verdict) {
    case 'forbidden':
      return <Unauthorized isLastKnown={access.isLastKnown} />;
    case 'off':
      return <SwitchedOff feature={gate.feature ?? 'incidents'} />;
    case 'wait':
    case 'open':
      return (
        <LoadingRegion
          isLoading={verdict === 'wait'}
          delayMs={START_MS}
          label="Loading"
          skeleton={
            <div className="px-page pt-16">
              <SkeletonRows />
            </div>
          }
        >
          {verdict === 'open' && children}
        </LoadingRegion>
      );
  }
}

function Unauthorized({ isLastKnown }: { isLastKnown: boolean }): ReactElement {
  usePageFrame({ title: 'Unauthorized', crumbs: [] });
  // Who may not read what a link leads to is shown what there is.
  const [elsewhere] = visibleAreas(AREAS, useAccess());
  return (
    <PageNotice
      action={
        elsewhere !== undefined && <LinkButton href={elsewhere.href}>Go to {elsewhere.label}</LinkButton>
      }
      icon={Lock}
      title="Unauthorized"
    >
      <p>You do not have permission to access this page</p>
      {isLastKnown && <p>Decided by the roles you had when the server was last reached.</p>}
    </PageNotice>
  );
}

function SwitchedOff({ feature }: { feature: Feature }): ReactElement {
  usePageFrame({ title: 'Switched off', crumbs: [] });
  return (
    <PageNotice icon={PowerOff} title="This feature is switched off">
      <p>
        The property <code className="text-fg">{feature}.disable</code> turns it off for everybody.
      </p>
    </PageNotice>
  );
}
