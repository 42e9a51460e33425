import { MessagesSquare } from 'lucide-react';
import type { Access } from '#src/platform/session/access-context.tsx';
import type { Feature } from '#src/platform/session/feature-flags.ts';
import { AREAS, visibleAreas, visibleSettings, type Area } from '../areas.ts';
import type { Entry, Part } from './matching.ts';

/** Other names of what an area shows (ux 4.2). The areas themselves are in the first route; this is not. */
const SYNONYMS: Readonly<Partial<Record<Feature, string>>> = {
  topology: 'topology component components system map',
  health: 'check checks canary canaries health check',
  incidents: 'incident outage',
  config: 'config configs configuration item catalog items change changes insight insights analysis scraper',
  logs: 'log lines output',
  playbooks: 'playbook run runs runbook automation',
  'settings.feature_flags': 'settings feature flag property properties',
  'settings.teams': 'settings team members people',
};

/** Lists that stand under an area, by the area. */
const WITHIN: readonly {
  readonly of: Feature;
  readonly label: string;
  readonly href: string;
  readonly words: string;
}[] = [
  { of: 'config', label: 'Catalog changes', href: '/catalog/changes', words: 'change history' },
  { of: 'config', label: 'Catalog insights', href: '/catalog/insights', words: 'analysis insight analyses' },
  { of: 'config', label: 'Catalog scrapers', href: '/catalog/scrapers', words: 'scraper sources' },
  { of: 'playbooks', label: 'Playbook runs', href: '/playbooks/runs', words: 'run history' },
];

/** Every area and setting the person sees, as the sidebar has them. */
export function placesOf(access: Access): readonly Entry[] {
  const areas = visibleAreas(AREAS, access);
  const within = WITHIN.flatMap(({ of, label, href, words }): Entry[] => {
    const area = areas.find(({ feature }) => feature === of);
    return area === undefined ? [] : [{ id: href, label, href, words, icon: area.icon }];
  });
  return [...areas.map(entryOf), ...within, ...visibleSettings(access).map(entryOf)];
}

function entryOf({ label, href, icon, feature, goKey }: Area): Entry {
  return { id: href, label, href, icon, shortcut: `g ${goKey}`, words: SYNONYMS[feature] };
}

export function placesPart(access: Access, openMessages: () => void): Part {
  const messages: Entry = {
    id: 'messages',
    label: 'Messages',
    icon: MessagesSquare,
    words: 'log toast notices',
    onAction: openMessages,
  };
  return { id: 'places', title: 'Go to', mark: null, entries: [...placesOf(access), messages] };
}
