import { ChevronDown, ChevronRight, CloudOff, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { healthStateOf } from '#src/lib/health.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { TypeMark } from '#src/ui/marks/type-mark.tsx';
import type { Group } from './grouped-graph.ts';

/** One thing of the graph, as far as this device knows it. */
export interface GraphItem {
  readonly id: string;
  readonly name: string;
  /** What it is gathered by; null where it is not known. */
  readonly kind: string | null;
  /** Null for what has none, as for what is not here. */
  readonly health: string | null;
  readonly status: string | null;
  readonly href: string | null;
  /** Why it is greyed. */
  readonly gone: 'deleted' | 'not on this device' | null;
  /** What else is said of it, a few words each. */
  readonly notes: readonly string[];
}

export const CARD = { width: 264, height: 56 } as const;

/** All that a card says, for those who hear it. */
export function itemLabel({ name, kind, health, status, gone, notes }: GraphItem): string {
  return [name, kind, health === null ? null : healthWord(health), status, gone, ...notes]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

/** What a group is called: "5 × Kubernetes::Pod". */
export function groupTitle({ kind, members }: Group, unknownKind: string): string {
  return `${members.length.toLocaleString()} × ${kind ?? unknownKind}`;
}

/** How its members are, the worst first; empty where nothing is known of them. */
export function groupHealth(members: readonly (GraphItem | undefined)[]): {
  readonly worst: string | null;
  readonly words: string;
} {
  const known = members.flatMap((item) => (item === undefined || item.health === null ? [] : [item.health]));
  const counts = ORDER.map(({ id, word }) => ({
    id,
    word,
    count: known.filter((health) => healthStateOf(health, false) === id).length,
  })).filter(({ count }) => count > 0);
  return {
    worst: counts[0]?.id ?? null,
    words: counts
      .slice(0, 2)
      .map(({ count, word }) => `${count.toLocaleString()} ${word}`)
      .join(', '),
  };
}

const ORDER = [
  { id: 'unhealthy', word: 'unhealthy' },
  { id: 'degraded', word: 'degraded' },
  { id: 'missing', word: 'missing' },
  { id: 'warning', word: 'warning' },
  { id: 'mixed', word: 'mixed' },
  { id: 'unknown', word: 'unknown' },
  { id: 'suspended', word: 'suspended' },
  { id: 'healthy', word: 'healthy' },
] as const;

function healthWord(health: string): string {
  return health.charAt(0).toUpperCase() + health.slice(1);
}

export function ItemCard({ item }: { item: GraphItem }): ReactElement {
  const { name, kind, gone } = item;
  return (
    <span className={gone === null ? 'min-w-0 flex-1' : 'min-w-0 flex-1 text-muted'} title={name}>
      <span className="flex items-center gap-1.5">
        <TypeMark className="shrink-0" type={kind} />
        <span className="truncate leading-5 font-medium">{name}</span>
      </span>
      <span className="flex items-center gap-2 overflow-hidden text-caption leading-4 whitespace-nowrap text-muted">
        <Facts item={item} />
      </span>
    </span>
  );
}

/** State as shape and word, then whatever else there is to say. */
export function Facts({ item }: { item: GraphItem }): ReactElement {
  const { kind, health, status, gone, notes } = item;
  const hasWord = status !== null && status !== '';
  return (
    <>
      {gone !== null && (
        <span className="inline-flex shrink-0 items-center gap-1">
          <Icon icon={gone === 'deleted' ? Trash2 : CloudOff} size={13} />
          {gone}
        </span>
      )}
      {health !== null && <HealthMark className="shrink-0" health={health} isWordHidden={hasWord} />}
      {hasWord && <span className="shrink-0">{status}</span>}
      {notes.map((note) => (
        <span className="shrink-0 text-fg" key={note}>
          {note}
        </span>
      ))}
      {kind !== null && <span className="truncate">{kind}</span>}
    </>
  );
}

interface GroupCardProps {
  group: Group;
  title: string;
  members: readonly (GraphItem | undefined)[];
}

export function GroupCard({ group: { isOpen, kind }, title, members }: GroupCardProps): ReactElement {
  const { worst, words } = groupHealth(members);
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2" title={title}>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <TypeMark className="shrink-0" type={kind} />
          <span className="truncate leading-5 font-medium tabular">{title}</span>
        </span>
        <span className="flex items-center gap-1.5 text-caption leading-4 whitespace-nowrap text-muted">
          {worst !== null && <HealthMark className="shrink-0" health={worst} isWordHidden />}
          <span className="truncate tabular">{words === '' ? 'Health not known' : words}</span>
        </span>
      </span>
      <Icon className="shrink-0 text-muted" icon={isOpen ? ChevronDown : ChevronRight} />
    </span>
  );
}
