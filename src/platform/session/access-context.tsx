import { createContext, useContext, useMemo, type ReactElement, type ReactNode } from 'react';
import type { ReadModel } from '#sync/read/read-model.ts';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import { begunProperties, begunRoles, useBegunRead } from '../replica/begun-reads.ts';
import { isFeatureEnabled, type Feature } from './feature-flags.ts';
import { useLive } from '../replica/live.ts';
import { useReadModel } from '../replica/read-model-context.tsx';
import { can, effectiveRoles, refusedResources } from './roles.ts';
import type { Permission, Resource, Role } from './roles.ts';
import { useSession, type SessionState } from './session.ts';
import { useSyncStatus } from '../replica/sync-context.tsx';

/** What the signed-in person may do and which features are on, from the replica. */
export interface Access {
  /** False until this device has ever had an answer; nothing may be called forbidden before. */
  readonly areRolesKnown: boolean;
  /** False while the first answer may still arrive; routes wait for it. */
  readonly areFlagsSettled: boolean;
  /** True while the roles are those of the last time the server was reached. */
  readonly isLastKnown: boolean;
  readonly roles: readonly Role[];
  /** By the table of roles, and by what this server has refused: it may be narrower than the table. */
  readonly can: (permission: Permission, resource: Resource) => boolean;
  readonly isEnabled: (feature: Feature) => boolean;
}

const AccessContext = createContext<Access | null>(null);

/** For tests and for AccessProvider. */
export function AccessValueProvider({
  access,
  children,
}: {
  access: Access;
  children: ReactNode;
}): ReactElement {
  return <AccessContext value={access}>{children}</AccessContext>;
}

export function AccessProvider({ userId, children }: { userId: string; children: ReactNode }): ReactElement {
  const model = useReadModel();
  const status = useSyncStatus();
  const sessionState = useSession();
  const rolesAhead = useBegunRead(begunRoles, model, userId);
  const roles = useLive(() => model.roles(userId), [model, userId], rolesAhead);
  const propertiesAhead = useBegunRead(begunProperties, model, '');
  const properties = useLive(() => model.properties(), [model], propertiesAhead);
  const refused = useLive(() => forbiddenTables(model), [model]).value ?? NONE_REFUSED;
  const isReachable = canStillAnswer(status.phase, sessionState.kind);
  const areRolesKnown = roles.value !== undefined && roles.value.state !== 'never';
  const areFlagsSettled =
    properties.status === 'failed' ||
    (properties.status === 'ready' && (properties.value.state !== 'never' || !isReachable));
  const roleNames = roles.value?.data;
  const flags = properties.value?.data;
  const access = useMemo(
    () =>
      makeAccess({
        areRolesKnown,
        areFlagsSettled,
        isLastKnown: !isReachable,
        roles: roleNames ?? [],
        flags: flags ?? {},
        refused,
      }),
    [areRolesKnown, areFlagsSettled, isReachable, roleNames, flags, refused],
  );
  return <AccessValueProvider access={access}>{children}</AccessValueProvider>;
}

const NONE_REFUSED: readonly string[] = [];

/** Collections that the server answered with 403 when they were last asked for. */
async function forbiddenTables(model: ReadModel): Promise<readonly string[]> {
  const feeds = await model.feeds();
  return feeds.flatMap(({ tbl, status }) => (status === 'forbidden' ? [tbl] : [])).toSorted();
}

/** Without flags everything is on; without roles nothing is offered for writing. */
export function makeAccess(facts: {
  areRolesKnown: boolean;
  areFlagsSettled: boolean;
  isLastKnown: boolean;
  roles: readonly string[];
  flags: Readonly<Record<string, string>>;
  refused?: readonly string[];
}): Access {
  const closed = refusedResources(facts.refused ?? []);
  return {
    areRolesKnown: facts.areRolesKnown,
    areFlagsSettled: facts.areFlagsSettled,
    isLastKnown: facts.isLastKnown,
    roles: effectiveRoles(facts.roles),
    can: (permission, resource) => !closed.has(resource) && can(facts.roles, permission, resource),
    isEnabled: (feature) => isFeatureEnabled(facts.flags, feature),
  };
}

/** Whether a first answer may still come: nobody waits for a server that cannot be reached. */
function canStillAnswer(phase: SyncStatus['phase'], sessionKind: SessionState['kind']): boolean {
  if (sessionKind === 'offline-as' || sessionKind === 'expired') return false;
  return phase === 'starting' || phase === 'syncing' || phase === 'live';
}

export function useAccess(): Access {
  const access = useContext(AccessContext);
  if (access === null) throw new Error('useAccess is used outside AccessProvider');
  return access;
}
