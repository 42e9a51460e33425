import { Radar } from 'lucide-react';
import { useMemo, type ReactElement } from 'react';
import * as v from 'valibot';
import { componentGraphRead } from '#sync/read/component-graph.ts';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { Freshness } from '#src/views/freshness.tsx';
import { RelationSwitch, TableOrGraph } from '#src/views/relations/relation-switches.tsx';
import { useIsTopologyStale } from '../use-is-stale.ts';
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
  const around = useLive(() => model.late(componentGraphRead(componentId)), [model, componentId]);
  const asOf = around.value?.asOf ?? null;
  const isStale = useIsTopologyStale(asOf) || around.status === 'failed';
  const name = facts.value?.data?.name ?? componentId.slice(0, 8);
  const search = useMemo(() => v.parse(componentGraphSearch.schema, raw), [raw]);
  const view = componentGraphSearch.view(search);
  const change = (part: ComponentGraphSearch): void => onChange(componentGraphSearch.apply(search, part));
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
            <Freshness asOf={asOf} isStale={isStale} />
            <LinkButton href={`${href}/blast-radius`} icon={Radar}>
              Blast radius
            </LinkButton>
          </>
        }
        title={`Graph of ${name}`}
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <RelationSwitch
            isOn={view.outgoing}
            of="Outgoing"
            onChange={(isOn) => change({ outgoing: isOn ? undefined : false })}
          />
          <RelationSwitch
            isOn={view.incoming}
            of="Incoming"
            onChange={(isOn) => change({ incoming: isOn ? undefined : false })}
          />
          <RelationSwitch
            isOn={view.relation === 'soft'}
            of="Soft"
            onChange={(isOn) => change({ relation: isOn ? undefined : 'hard' })}
          />
          <span className="ms-auto">
            <TableOrGraph
              value={view.view}
              onChange={(next) => change({ view: next === 'graph' ? undefined : next })}
            />
          </span>
        </div>
      </PageHeader>
      <ComponentGraph componentId={componentId} live={around} name={name} view={view} onChange={change} />
    </div>
  );
}
