import { memo, useState, type ReactElement } from 'react';
import type { TopologyCard, TopologyChild, TopologyParts } from '#sync/protocol/topology.ts';
import { shownName } from '#src/lib/shown-name.ts';
import { cx } from '#src/ui/class-names.ts';
import { RecordBoundary } from '#src/ui/layout/error-boundary.tsx';
import { Badge } from '#src/ui/marks/badge.tsx';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { IconMark } from '#src/ui/marks/type-mark.tsx';
import { PlainLink } from '#src/ui/text/text-link.tsx';
import { ComponentMenu } from '../menu/component-menu.tsx';
import { topologyHref } from '../topology-href.ts';
import { CardFigures, CardProperties } from './card-properties.tsx';
import { shownProperties, type CardSize } from './card-size.ts';
import { CardCosts, CardSummary, CardTeams } from './card-summary.tsx';

interface ComponentCardProps {
  card: TopologyCard;
  parts: TopologyParts;
  size: CardSize;
  /** Where the name leads; null for a card that stands alone. */
  href: string | null;
  /** Nothing can be done with it. */
  isAlone?: boolean;
  isStale: boolean;
}

/** Spec 4: "unhealthy has a red top border, warning an orange one". */
function borderOf(status: string): string {
  if (status === 'unhealthy' || status === 'error') return 'border-t-unhealthy';
  return status === 'warning' ? 'border-t-warning' : 'border-t-line';
}

/** A component with its state, figures, facts and what it comes to. */
export const ComponentCard = memo(function ComponentCard(props: ComponentCardProps): ReactElement {
  const { card, size } = props;
  return (
    <article
      aria-label={shownName(card.name)}
      className={cx(
        'flex min-w-0 flex-col gap-3 rounded-panel border border-t-3 border-line bg-panel text-table has-[[data-card]:focus-visible]:outline-2 has-[[data-card]:focus-visible]:outline-focus',
        size === 'small' ? 'p-2.5' : 'p-3.5',
        borderOf(card.status),
      )}
      data-status={card.status}
    >
      <RecordBoundary id={card.id} name={() => card.name} record={card}>
        <CardBody {...props} />
      </RecordBoundary>
    </article>
  );
});

function CardBody({ card, parts, size, href, isAlone = false, isStale }: ComponentCardProps): ReactElement {
  const figures = card.properties.filter(({ isHeadline }) => isHeadline);
  const facts = card.properties.filter(({ isHeadline }) => !isHeadline);
  return (
    <>
      <CardHead {...{ card, href, isAlone, isStale, size }} />
      <CardFigures properties={figures} />
      <CardProperties atMost={shownProperties(size)} properties={facts} />
      <CardSummary card={card} isNarrow={size === 'small' || size === 'medium'} parts={parts} />
      <CardCosts card={card} />
      <CardTeams card={card} />
      <CardChildren card={card} size={size} />
    </>
  );
}

type HeadProps = Pick<ComponentCardProps, 'card' | 'href' | 'isStale' | 'size'> & { isAlone: boolean };

function CardHead({ card, href, isAlone, isStale, size }: HeadProps): ReactElement {
  const name = shownName(card.name);
  const place = [card.type, card.namespace].filter((word) => word !== null).join(' · ');
  return (
    <header className="flex min-w-0 items-start gap-2">
      <span className="flex min-h-target shrink-0 items-center">
        <IconMark name={card.icon ?? card.type} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-body leading-5 font-semibold">
          {href === null ? (
            name
          ) : (
            <PlainLink
              data-card
              className="flex min-h-target items-center outline-none"
              href={href}
              title={card.name}
            >
              <span className="truncate">{name}</span>
            </PlainLink>
          )}
        </h2>
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-muted">
          <HealthMark
            asOf={card.updatedAt}
            health={card.status}
            isStale={isStale}
            isWordHidden={size === 'small'}
          />
          <span className="min-w-0 truncate">{place}</span>
          {card.agentName !== null && <Badge tone="outline">{card.agentName}</Badge>}
          {card.isSilenced && <Badge tone="outline">Silenced</Badge>}
          {card.isHidden && <Badge tone="outline">Hidden</Badge>}
        </p>
        {card.statusReason !== null && <p className="mt-1 line-clamp-2 wrap-any">{card.statusReason}</p>}
        {size !== 'small' && card.description !== null && (
          <p className="mt-1 line-clamp-2 text-muted wrap-any">{card.description}</p>
        )}
      </div>
      {!isAlone && (
        <span className="shrink-0">
          <ComponentMenu componentId={card.id} name={name} />
        </span>
      )}
    </header>
  );
}

/** Lines that are shown before the rest is asked for. */
const FEW = 5;
const MANY = 10;

/** What is directly below, the worst first. */
function CardChildren({ card, size }: Pick<ComponentCardProps, 'card' | 'size'>): ReactElement | null {
  const [isWhole, setWhole] = useState(false);
  const { children, summary } = card;
  if (children.length === 0) return null;
  const atMost = size === 'small' || size === 'medium' ? FEW : MANY;
  const rest = children.length - atMost;
  const counts = [
    [summary.unhealthy, 'unhealthy'],
    [summary.warning, 'warning'],
    [summary.healthy, 'healthy'],
    [summary.unknown, 'unknown'],
  ] as const;
  return (
    <div className="flex min-w-0 flex-col gap-1 border-t border-line pt-2">
      <p className="flex flex-wrap gap-x-3 text-muted">
        {counts.map(([count, word]) =>
          count === 0 ? null : (
            <span className="tabular" key={word}>
              {count} {word}
            </span>
          ),
        )}
      </p>
      <ul className={cx('grid gap-x-4', size === 'extra_large' ? 'grid-cols-2' : 'grid-cols-1')}>
        {(isWhole ? children : children.slice(0, atMost)).map((child) => (
          <ChildLine child={child} key={child.id} parentId={card.id} />
        ))}
      </ul>
      {rest > 0 && (
        <button
          className="min-h-target self-start rounded-[3px] text-accent underline underline-offset-2"
          type="button"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : `Show ${rest} more`}
        </button>
      )}
    </div>
  );
}

function ChildLine({ child, parentId }: { child: TopologyChild; parentId: string }): ReactElement {
  return (
    <li className="flex min-h-target min-w-0 items-center gap-1.5">
      <HealthMark isWordHidden health={child.status} />
      <PlainLink
        className="flex min-h-target min-w-0 items-center"
        href={topologyHref(child.id, parentId)}
        title={child.statusReason === null ? child.name : `${child.name}: ${child.statusReason}`}
      >
        <span className="truncate">{shownName(child.name)}</span>
      </PlainLink>
    </li>
  );
}
