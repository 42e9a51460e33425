import { useState, type ReactElement, type ReactNode } from 'react';
import type { TopologyCard } from '#sync/protocol/topology.ts';
import { shortCost } from '#src/lib/short-numbers.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { ShowMore } from '#src/ui/show-more.tsx';
import { Age } from '#src/ui/marks/age.tsx';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { KeyValueList, type KeyValueListProps } from '#src/ui/text/key-value-list.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { maybeText } from '#src/views/row-text.ts';
import { PropertyValue } from '../card/card-properties.tsx';

/** Spec 9: "Property lists collapse to 'show more' after 6 items". */
const SHOWN = 6;

/** Every fact of a component; what is not known is left out. */
export function DetailsSection({ card }: { card: TopologyCard }): ReactElement {
  const { type, namespace, status, statusReason, description, agentName, externalId, owner, costs } = card;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      'Status',
      <span className="inline-flex flex-wrap items-center gap-x-2" key="status">
        <HealthMark health={status} />
        {statusReason !== null && <span className="wrap-any">{statusReason}</span>}
      </span>,
    ],
    ['Description', description],
    ['Type', type],
    ['Namespace', namespace],
    ['Topology', card.topologyId !== null && <TopologyLink id={card.topologyId} />],
    ['Agent', agentName],
    ['Owner', owner],
    ['External id', externalId],
    ['Cost', typeof costs?.month === 'number' && `${shortCost(costs.month)} in 30 days`],
    ['Created', card.createdAt !== null && <Age at={card.createdAt} label="Created" />],
    ['Updated', card.updatedAt !== null && <Age at={card.updatedAt} label="Updated" />],
  ];
  return (
    <div className="flex flex-col gap-3">
      <KeyValueList items={known(facts)} />
      <Folded
        items={card.properties.map((property) => ({
          id: property.name,
          label: property.label,
          value: <PropertyValue property={property} />,
        }))}
        title="Properties"
      />
      <Folded
        items={[...card.labels].map(([name, value]) => ({ id: name, label: name, value }))}
        title="Labels"
      />
    </div>
  );
}

function known(facts: readonly (readonly [string, ReactNode])[]): KeyValueListProps['items'] {
  return facts.flatMap(([label, value]) =>
    value === null || value === false || value === '' ? [] : [{ id: label, label, value }],
  );
}

/** Its page is one of the settings. */
function TopologyLink({ id }: { id: string }): ReactElement {
  const model = useReadModel();
  const { value } = useLive(() => model.inspectRow('topologies', id), [model, id]);
  return (
    <TextLink href={`/settings/topologies/${encodeURIComponent(id)}`}>
      {maybeText(value?.visible, 'name') ?? id.slice(0, 8)}
    </TextLink>
  );
}

function Folded({ items, title }: { items: KeyValueListProps['items']; title: string }): ReactElement | null {
  const [isWhole, setWhole] = useState(false);
  if (items.length === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col items-start gap-1">
      <h4 className="text-caption font-medium text-muted">{title}</h4>
      <KeyValueList className="w-full" items={isWhole ? items : items.slice(0, SHOWN)} />
      {items.length > SHOWN && <ShowMore isWhole={isWhole} onChange={setWhole} />}
    </section>
  );
}
