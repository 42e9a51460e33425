import type { LucideIcon } from 'lucide-react';
import type { Completeness } from '#sync/protocol/claim.ts';
import type { RunSubject } from '#sync/protocol/run-params.ts';
import type { Access } from '#src/platform/session/access-context.tsx';
import type { Feature } from '#src/platform/session/feature-flags.ts';
import { AREAS, visibleAreas } from '../areas.ts';
import type { Part } from './matching.ts';

/** Things that have a page of their own, each of an area. */
export interface Kind {
  readonly id: string;
  readonly title: string;
  readonly feature: Feature;
  readonly tbl: 'incidents' | 'components' | 'config_items' | 'checks' | 'playbooks';
  readonly href: (id: string) => string;
  /** Before the id in an address of it. */
  readonly before: RegExp;
  /** Playbooks run on it. */
  readonly runsOn?: RunSubject['kind'];
}

const enc = encodeURIComponent;

export const KINDS = {
  incident: {
    id: 'incident',
    title: 'Incidents',
    feature: 'incidents',
    tbl: 'incidents',
    href: (id) => `/incidents/${enc(id)}`,
    before: /^\/incidents\/$/u,
  },
  component: {
    id: 'component',
    title: 'Components',
    feature: 'topology',
    tbl: 'components',
    href: (id) => `/topology/${enc(id)}`,
    before: /^\/topology\/$/u,
    runsOn: 'component',
  },
  config: {
    id: 'config',
    title: 'Configs',
    feature: 'config',
    tbl: 'config_items',
    href: (id) => `/catalog/${enc(id)}`,
    before: /^\/catalog\/$/u,
    runsOn: 'config',
  },
  check: {
    id: 'check',
    title: 'Checks',
    feature: 'health',
    tbl: 'checks',
    href: (id) => `/health?checkId=${enc(id)}`,
    before: /^\/health\?(?:.*&)?checkId=$/u,
    runsOn: 'check',
  },
  playbook: {
    id: 'playbook',
    title: 'Playbooks',
    feature: 'playbooks',
    tbl: 'playbooks',
    href: (id) => `/playbooks/${enc(id)}`,
    before: /^\/playbooks\/$/u,
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type KindName = keyof typeof KINDS;

/** The icon of its area. */
export function iconOf({ feature }: Kind): LucideIcon | undefined {
  return AREAS.find((area) => area.feature === feature)?.icon;
}

/** Whether the person sees the area it belongs to. */
export function isSeen({ feature }: Kind, access: Access): boolean {
  return visibleAreas(AREAS, access).some((area) => area.feature === feature);
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/iu;

/** The thing an address shows, also in one of its tabs. */
export function thingAt(address: string): { readonly kind: KindName; readonly id: string } | null {
  const found = UUID.exec(address);
  if (found === null) return null;
  const before = address.slice(0, found.index);
  const kind = Object.values(KINDS).find((each) => each.before.test(before));
  return kind === undefined ? null : { kind: kind.id, id: found[0] };
}

interface LiveRead {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly error: { readonly message: string } | undefined;
}

/** What a read says of its part: the list stays empty while it goes on, so that the first line that comes is pointed at. */
export function claimsOf(
  title: string,
  live: LiveRead,
  state: Completeness | undefined,
): Pick<Part, 'isReading' | 'lack'> {
  return { isReading: live.status === 'loading', lack: lackOf(title, live, state) };
}

/** What is to be said of things beside those that were found (I23): the device may lack them, or could not look. */
export function lackOf(title: string, live: LiveRead, state: Completeness | undefined): string | undefined {
  if (live.status === 'failed')
    return `${title} could not be read: ${live.error?.message ?? 'the reason is not known'}`;
  switch (state) {
    case 'never':
      return `${title} are not on this device yet`;
    case 'forbidden':
      return `Your role does not allow reading ${title.toLowerCase()}`;
    case 'partial':
    case 'skew':
      return `Not all ${title.toLowerCase()} are on this device`;
    case 'complete':
    case undefined:
      return undefined;
  }
}

/** A part of one kind. */
export function partOfKind(kind: Kind, rest: Omit<Part, 'id' | 'title' | 'mark'>): Part {
  return { id: kind.id, title: kind.title, mark: kind.id === 'incident' ? '#' : null, ...rest };
}
