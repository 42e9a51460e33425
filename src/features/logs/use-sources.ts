import * as v from 'valibot';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { usePage, type ChosenPage } from '#src/platform/replica/use-page.ts';
import { useKeptLogs } from './use-reading.ts';

export interface Source {
  readonly id: string;
  readonly name: string;
}

/** Spec 9: "results cached 5 minutes (300000 ms)". */
const MAX_AGE_MS = 300_000;
const MOST = 1_000;
const COMPONENTS: ChosenPage = { source: 'log-components', query: {}, range: null, page: 1, size: MOST };

const sourceSchema = v.object({ id: v.string(), name: v.string() });

/** Components that have logs; where that is not known, those of this device, which may have none. */
export function useLogComponents(): { readonly sources: readonly Source[]; readonly areSure: boolean } {
  const { part } = usePage(COMPONENTS, MAX_AGE_MS);
  const model = useReadModel();
  const local = useLive(() => model.components(), [model]);
  if (part.is === 'found') {
    const sources = part.value.rows.flatMap((row) => {
      const parsed = v.safeParse(sourceSchema, row);
      return parsed.success ? [parsed.output] : [];
    });
    return { sources, areSure: true };
  }
  return { sources: part.is === 'loading' ? [] : (local.value?.data ?? []), areSure: false };
}

/** The name of any component: one without logs may be in the address, too. */
export function useComponentName(id: string | undefined, sources: readonly Source[]): string {
  const model = useReadModel();
  const local = useLive(() => model.components(), [model]);
  const all = [...sources, ...(local.value?.data ?? [])];
  return all.find((each) => each.id === id)?.name ?? '';
}

const selectorsSchema = v.object({
  logs: v.fallback(v.nullable(v.array(v.object({ name: v.string() }))), null),
});

/** The selectors of a component; null while nobody knows them. */
export function useSelectors(componentId: string | undefined): readonly string[] | null {
  const { value } = useDocument('component-logs', componentId ?? '', componentId !== undefined);
  const kept = useKeptLogs();
  if (componentId === undefined || value === undefined) return null;
  const parsed = value.state === 'complete' ? v.safeParse(selectorsSchema, value.body) : undefined;
  if (parsed?.success === true) return (parsed.output.logs ?? []).map(({ name }) => name);
  // Offline: those of which lines are here.
  const read = kept.filter(({ question }) => question.componentId === componentId);
  return [...new Set(read.map(({ question }) => question.selector))];
}
