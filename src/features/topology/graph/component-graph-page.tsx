import { Radar } from 'lucide-react';
import { useMemo, type ReactElement } from 'react';
import * as v from 'valibot';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { Freshness } from '#src/views/freshness.tsx';
import { ComponentGraph } from './component-graph.tsx';
import { componentGraphSearch, type ComponentGraphSearch } from './graph-search.ts';

interface ComponentGraphPageProps {
  componentId: string;
  /** What the address says. */
  raw: unknown;
  onChange: (search: ComponentGraphSearch) => void;
}

/** `/topology/{id}/graph` */
export function ComponentGraphPage({ componentId, raw, onChange }: ComponentGraphPageProps): ReactElement {
  const model = useReadModel();
  const facts = useLive(() => model.componentFacts(componentId), [model, componentId]);
  const name = facts.value?.data?.name ?? componentId.slice(0, 8);
  const search = useMemo(() => v.parse(componentGraphSearch.schema, raw), [raw]);
  const { direction, edges, outline } = componentGraphSearch.view(search);
  const href = `/topology/${encodeURIComponent(componentId)}`;
  usePageFrame({
    title: `Graph: ${name}`,
    sealedTitle: 'Graph',
    crumbs: [{ label: 'Topology', href: '/topology' }, { label: name, href }, { label: 'Graph' }],
  });
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader
        actions={
          <>
            <Freshness asOf={facts.value?.asOf ?? null} isStale={false} />
            <LinkButton href={`${href}/blast-radius`} icon={Radar}>
              Blast radius
            </LinkButton>
          </>
        }
        title={`Graph of ${name}`}
      />
      <ComponentGraph
        componentId={componentId}
        look={{ direction, edgeForm: edges, hasOutline: outline }}
        name={name}
        onLook={(part) =>
          onChange(
            componentGraphSearch.apply(search, {
              ...(part.direction !== undefined && {
                direction: part.direction === 'LR' ? undefined : part.direction,
              }),
              ...(part.edgeForm !== undefined && {
                edges: part.edgeForm === 'bezier' ? undefined : part.edgeForm,
              }),
              ...(part.hasOutline !== undefined && { outline: part.hasOutline ? true : undefined }),
            }),
          )
        }
      />
    </div>
  );
}
