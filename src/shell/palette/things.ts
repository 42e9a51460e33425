import { Tag, User, UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import type { SubjectLines } from '#sync/read/evidence/subjects.ts';
import { playbooksRead } from '#sync/read/playbooks/playbooks.ts';
import type { Read } from '#sync/read/types.ts';
import { configTypeToUrl } from '#src/lib/config-type.ts';
import { rankedSearch } from '#src/platform/ranked-search.ts';
import { peopleRead, teamNamesRead } from '#sync/read/names.ts';
import { useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useIndexQuery, useIndexRows } from '#src/platform/replica/use-index.ts';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { maybeText } from '#src/views/row-text.ts';
import { iconOf, isSeen, KINDS, claimsOf, partOfKind, type Kind } from './kinds.ts';
import type { Entry, Part, Typed } from './matching.ts';

const ANY_INCIDENT = { type: null, severity: null, status: null, owner: null, component: null, search: '' };
/** All of them, read once: each key is then answered without a read. */
const ALL = 100_000;
const ITEMS = 40;
const TYPES = 200;
const WHOLE_INDEX: IndexQuery = {
  filters: [],
  text: '',
  sort: null,
  offset: 0,
  limit: 0,
  facets: [{ column: 'type', limit: TYPES }],
  groups: null,
};
const NO_IDS: readonly string[] = [];

function joined(parts: readonly (string | null | undefined)[]): string | undefined {
  const text = parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · ');
  return text === '' ? undefined : text;
}

/** A read with what its group says of it; nothing while nobody has asked. */
function listPart<T>(
  kind: Kind,
  live: Live<Read<T> | null>,
  entriesOf: (found: T) => readonly Entry[],
): Part | null {
  if (live.value === null) return null;
  return partOfKind(kind, {
    entries: live.value === undefined ? [] : entriesOf(live.value.data),
    ...claimsOf(kind.title, live, live.value?.state),
  });
}

/** What `typed` is looked for among on this device, one part a kind, in the order an incident is worked. */
export function useThings(typed: Typed): readonly Part[] {
  const access = useAccess();
  const isAsked = typed.words.length > 0 || typed.mark !== null;
  const incidents = useIncidents(isAsked && isSeen(KINDS.incident, access));
  const components = useSubjects(KINDS.component, 'components', isAsked && isSeen(KINDS.component, access));
  const checks = useSubjects(KINDS.check, 'checks', isAsked && isSeen(KINDS.check, access));
  const playbooks = usePlaybooks(isAsked && isSeen(KINDS.playbook, access));
  const isCatalogSeen = isAsked && isSeen(KINDS.config, access);
  const configs = useConfigs(typed, isCatalogSeen && typed.mark === null && typed.words.length > 0);
  const types = useTypes(isCatalogSeen);
  const people = usePeopleAndTeams(isAsked);
  const parts = [incidents, components, configs, checks, playbooks, types, ...people];
  return parts.filter((part) => part !== null);
}

function useIncidents(isAsked: boolean): Part | null {
  const model = useReadModel();
  const live = useLive(async () => (isAsked ? model.incidentList(ANY_INCIDENT) : null), [model, isAsked]);
  return useMemo(
    () =>
      listPart(KINDS.incident, live, ({ rows }) =>
        rows.map(({ id, number, title, status, severity }) => ({
          id: `incident ${id}`,
          label: title,
          description: joined([number, status, severity]),
          words: joined([number, status]),
          icon: iconOf(KINDS.incident),
          href: KINDS.incident.href(id),
        })),
      ),
    [live],
  );
}

function useSubjects(kind: Kind, tbl: 'checks' | 'components', isAsked: boolean): Part | null {
  const model = useReadModel();
  const live = useLive(
    async (): Promise<Read<SubjectLines> | null> => (isAsked ? model.findSubjects(tbl, '', ALL) : null),
    [model, tbl, isAsked],
  );
  return useMemo(
    () =>
      listPart(kind, live, ({ lines }) =>
        lines.map(({ id, name, type, place, status }) => ({
          id: `${kind.id} ${id}`,
          label: name,
          description: joined([type, place, status]),
          words: joined([type, place]),
          icon: iconOf(kind),
          href: kind.href(id),
        })),
      ),
    [kind, live],
  );
}

function usePlaybooks(isAsked: boolean): Part | null {
  const model = useReadModel();
  const live = useLive(async () => (isAsked ? model.late(playbooksRead) : null), [model, isAsked]);
  return useMemo(
    () =>
      listPart(KINDS.playbook, live, (playbooks) =>
        playbooks.map(({ id, name, title, category }) => ({
          id: `playbook ${id}`,
          label: title ?? name,
          description: joined([category]),
          words: joined([name, category]),
          icon: iconOf(KINDS.playbook),
          href: KINDS.playbook.href(id),
        })),
      ),
    [live],
  );
}

/** Catalog items are many: the index of the worker looks, by fit. */
function useConfigs({ words }: Typed, isAsked: boolean): Part | null {
  const text = words.join(' ');
  const query = useMemo<IndexQuery>(
    () => ({ filters: [], ...rankedSearch(text), offset: 0, limit: ITEMS, facets: [], groups: null }),
    [text],
  );
  const answer = useIndexQuery('config_items', query, isAsked);
  const rows = useIndexRows('config_items', answer.value?.ids ?? NO_IDS);
  const kind = KINDS.config;
  if (!isAsked) return null;
  const entries = (rows.value ?? []).flatMap((row): Entry[] => {
    const id = maybeText(row, 'id');
    if (id === null) return [];
    const description = joined([
      maybeText(row, 'type'),
      maybeText(row, 'health') ?? maybeText(row, 'status'),
    ]);
    const label = maybeText(row, 'name') ?? id;
    return [{ id: `config ${id}`, label, description, icon: iconOf(kind), href: kind.href(id) }];
  });
  // Before there are lines the number of the others would be the first one, and be pointed at.
  const others = entries.length === 0 ? 0 : (answer.value?.total ?? 0) - entries.length;
  const live = rows.status === 'ready' ? answer : rows;
  return partOfKind(kind, {
    entries,
    isMatched: true,
    others,
    ...claimsOf(kind.title, live, answer.value?.state),
  });
}

function useTypes(isAsked: boolean): Part | null {
  const answer = useIndexQuery('config_items', WHOLE_INDEX, isAsked);
  const facet = answer.value?.facets[0];
  if (!isAsked) return null;
  const entries = (facet?.values ?? []).flatMap(({ value, count }): Entry[] =>
    value === null
      ? []
      : [
          {
            id: `type ${value}`,
            label: value,
            description: count === 1 ? '1 config' : `${count} configs`,
            icon: Tag,
            href: `/catalog?configType=${encodeURIComponent(configTypeToUrl(value))}`,
          },
        ],
  );
  return {
    id: 'types',
    title: 'Types of configs',
    mark: ':',
    entries,
    ...claimsOf('Types', answer, answer.value?.state),
  };
}

/** A person has no page: what they own has. Teams are for whoever has the settings of teams. */
function usePeopleAndTeams(isAsked: boolean): readonly (Part | null)[] {
  const model = useReadModel();
  const access = useAccess();
  const hasIncidents = isAsked && isSeen(KINDS.incident, access);
  const hasTeams = isAsked && access.isEnabled('settings.teams') && !access.roles.includes('viewer');
  const people = useLive(async () => (hasIncidents ? model.late(peopleRead) : null), [model, hasIncidents]);
  const teams = useLive(async () => (hasTeams ? model.late(teamNamesRead) : null), [model, hasTeams]);
  const part = (
    id: string,
    title: string,
    live: typeof people,
    entry: (one: {
      readonly id: string;
      readonly name: string;
    }) => Pick<Entry, 'href' | 'icon' | 'description'>,
  ): Part | null =>
    live.value === null
      ? null
      : {
          id,
          title,
          mark: '@',
          entries: (live.value?.data ?? []).map((one) => ({
            id: `${id} ${one.id}`,
            label: one.name,
            ...entry(one),
          })),
          ...claimsOf(title, live, live.value?.state),
        };
  return [
    part('people', 'People', people, ({ id }) => ({
      icon: User,
      description: 'Their incidents',
      href: `/incidents?owner=${encodeURIComponent(id)}&status=all`,
    })),
    part('teams', 'Teams', teams, ({ id }) => ({
      icon: UsersRound,
      href: `/settings/teams/${encodeURIComponent(id)}`,
    })),
  ];
}
