import {
  Boxes,
  HeartPulse,
  LayoutDashboard,
  Flag,
  ScrollText,
  Siren,
  UsersRound,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import type { Feature } from '#src/platform/session/feature-flags.ts';
import { effectiveRoles, type Resource } from '#src/platform/session/roles.ts';

export interface Area {
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
  /** Shown only with read permission on it. */
  readonly resource: Resource;
  readonly feature: Feature;
  /** Second key after `g` (ux 4.4). */
  readonly goKey: string;
}

/** Areas in the order of the sidebar (spec 2.1). An area that is built adds one line here. */
export const AREAS: readonly Area[] = [
  {
    label: 'Dashboard',
    href: '/topology',
    icon: LayoutDashboard,
    resource: 'topologies',
    feature: 'topology',
    goKey: 't',
  },
  {
    label: 'Health',
    href: '/health',
    icon: HeartPulse,
    resource: 'canaries',
    feature: 'health',
    goKey: 'h',
  },
  {
    label: 'Incidents',
    href: '/incidents',
    icon: Siren,
    resource: 'incident',
    feature: 'incidents',
    goKey: 'i',
  },
  {
    label: 'Catalog',
    href: '/catalog',
    icon: Boxes,
    resource: 'database',
    feature: 'config',
    goKey: 'c',
  },
  {
    label: 'Logs',
    href: '/logs',
    icon: ScrollText,
    resource: 'database',
    feature: 'logs',
    goKey: 'l',
  },
  {
    label: 'Playbooks',
    href: '/playbooks',
    icon: Workflow,
    resource: 'database',
    feature: 'playbooks',
    goKey: 'p',
  },
];

/** The settings, by name (spec 3: "Settings menu"). One that is built adds an entry here. */
const SETTINGS: readonly Area[] = [
  {
    label: 'Feature Flags',
    href: '/settings/feature-flags',
    icon: Flag,
    resource: 'properties',
    feature: 'settings.feature_flags',
    goKey: 'f',
  },
  {
    label: 'Teams',
    href: '/settings/teams',
    icon: UsersRound,
    resource: 'database',
    feature: 'settings.teams',
    goKey: 'm',
  },
];

/** What of the areas a person sees. Before roles are known nothing is hidden: the page itself decides then. */
export function visibleAreas(
  areas: readonly Area[],
  access: {
    readonly areRolesKnown: boolean;
    readonly can: (permission: 'read', resource: Resource) => boolean;
    readonly isEnabled: (feature: Feature) => boolean;
  },
): readonly Area[] {
  return areas.filter(
    ({ resource, feature }) =>
      access.isEnabled(feature) && (!access.areRolesKnown || access.can('read', resource)),
  );
}

/** Viewers have no settings (spec 3), and nobody has before it is known who is one. */
export function visibleSettings(
  access: Parameters<typeof visibleAreas>[1] & { readonly roles: readonly string[] },
): readonly Area[] {
  const isShown = access.areRolesKnown && !effectiveRoles(access.roles).includes('viewer');
  return isShown ? visibleAreas(SETTINGS, access) : [];
}

export function isInArea(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
