import { useMemo, useState } from 'react';
import * as v from 'valibot';
import type { Part } from '#sync/protocol/claim.ts';
import type { PagePart } from '#sync/protocol/paged.ts';
import { componentsRead } from '#sync/read/names.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useDocument, type DocumentRead } from '#src/platform/replica/use-document.ts';
import { usePage, type ChosenPage } from '#src/platform/replica/use-page.ts';
import { bodyPart } from '#src/views/body-part.ts';
import { useKeptLogs } from './use-reading.ts';

export interface Source {
  readonly id: string;
  readonly name: string;
}

/** The components to choose from, and what has to be said of them. */
export interface Offered {
  readonly sources: readonly Source[];
  /** Why they may be others than those that have logs; null where the server has said which do. */
  readonly doubt: string | null;
  /** Why there is none; null where there are some. */
  readonly none: string | null;
  /** How many more have logs: 0 where these are all, null where there are more and nobody said how many. */
  readonly more: number | null;
}

/** Spec 9: "results cached 5 minutes (300000 ms)". */
const MAX_AGE_MS = 300_000;
const MOST = 1_000;
const COMPONENTS: ChosenPage = { source: 'log-components', query: {}, range: null, page: 1, size: MOST };
const NO_READ = Promise.resolve(null);
const NO_SOURCES: readonly Source[] = [];

const sourceSchema = v.object({ id: v.string(), name: v.string() });

/** Components that have logs; where that is not known, those of this device, which may have none. */
export function useLogComponents(): Offered {
  const { part } = usePage(COMPONENTS, MAX_AGE_MS);
  const model = useReadModel();
  const isUnknown = part.is !== 'found' && part.is !== 'loading';
  const local = useLive(() => (isUnknown ? model.late(componentsRead) : NO_READ), [model, isUnknown]);
  return useMemo((): Offered => {
    if (part.is === 'loading') return { sources: NO_SOURCES, doubt: null, none: 'Reading', more: 0 };
    if (part.is === 'found') return ofServer(part.value);
    const doubt = doubtOf(part);
    const sources = local.value?.data ?? NO_SOURCES;
    if (sources.length > 0) return { sources, doubt, none: null, more: 0 };
    const none =
      local.status === 'failed'
        ? `The components on this device could not be read: ${local.error.message}`
        : local.value
          ? 'None on this device yet'
          : 'Reading';
    return { sources, doubt, none, more: 0 };
  }, [part, local]);
}

function ofServer({ rows, total }: Extract<PagePart, { is: 'found' }>['value']): Offered {
  const sources = rows.flatMap((row) => {
    const parsed = v.safeParse(sourceSchema, row);
    return parsed.success ? [parsed.output] : [];
  });
  // Without a count a full page may be all there is, or not.
  const more = total === null ? (rows.length < MOST ? 0 : null) : Math.max(0, total - rows.length);
  return { sources, doubt: null, none: sources.length === 0 ? 'No component has logs' : null, more };
}

function doubtOf(part: Exclude<PagePart, { is: 'loading' | 'found' }>): string {
  switch (part.is) {
    case 'forbidden':
      return 'you do not have permission to read that list';
    case 'failed':
      return `the list of those that do could not be read${inBrackets(part.error.message)}`;
    case 'missing':
      return 'the server could not be asked';
    case 'not-here':
      return `the server could not be asked${inBrackets(part.reason)}`;
  }
}

function inBrackets(reason: string | null): string {
  return reason === null || reason === '' ? '' : ` (${reason.replace(/\.$/u, '')})`;
}

/** The name of any component: one without logs may be in the address, too. */
export function useComponentName(id: string | undefined, sources: readonly Source[]): string {
  const model = useReadModel();
  const local = useLive(() => (id === undefined ? NO_READ : model.componentFacts(id)), [model, id]);
  const offered = useMemo(() => sources.find((each) => each.id === id)?.name, [sources, id]);
  return offered ?? local.value?.data?.name ?? '';
}

const selectorsSchema = v.object({ logs: v.nullish(v.array(v.object({ name: v.string() }))) });

/** The selectors of a component as far as they are known, and how they are asked for once more. */
export interface Selectors {
  readonly part: Part<readonly string[]>;
  readonly again: () => Promise<void>;
}

/** Where nobody can say which there are, they are those of which lines are here. */
export function useSelectors(componentId: string | undefined): Selectors {
  const [turn, setTurn] = useState(0);
  const read = useDocument('component-logs', componentId ?? '', componentId !== undefined, turn);
  const kept = useKeptLogs();
  const again = async (): Promise<void> => setTurn((before) => before + 1);
  const part = selectorsOf(read);
  if (part.is === 'found' || part.is === 'loading' || part.is === 'forbidden') return { part, again };
  const own = kept.filter(({ question }) => question.componentId === componentId);
  const value = [...new Set(own.map(({ question }) => question.selector))];
  if (value.length === 0) return { part, again };
  const claim = { state: 'partial', basis: 'kept', asOf: null, lacks: [], reason: null } as const;
  return { part: { is: 'found', value, claim }, again };
}

function selectorsOf(read: DocumentRead): Part<readonly string[]> {
  const part = bodyPart(read);
  if (part.is !== 'found') return part;
  const parsed = v.safeParse(selectorsSchema, part.value);
  if (!parsed.success) return { is: 'not-here', reason: 'The server’s answer could not be read.' };
  const names = (parsed.output.logs ?? []).map(({ name }) => name);
  return { ...part, value: names };
}
