import { useCallback, useMemo, type ReactElement, type ReactNode } from 'react';
import { Virtuoso } from 'react-virtuoso';
import type { TopologyCard, TopologyParts } from '#sync/protocol/topology.ts';
import { useTopologyCards } from '#src/platform/replica/use-topology.ts';
import { useWidth } from '#src/ui/layout/use-width.ts';
import { SkeletonBar } from '#src/ui/marks/skeleton.tsx';
import { moveByKey, useCardPlace } from '#src/views/list/card-place.ts';
import { ComponentCard } from './card/component-card.tsx';
import { sizeOfWidth } from './card/card-size.ts';
import { topologyHref } from './topology-href.ts';

interface CardGridProps {
  /** In the order to be shown. */
  ids: readonly string[];
  /** Cards of the first of them, which came with the answer. */
  cards: readonly TopologyCard[];
  parts: TopologyParts;
  /** Of a card. */
  widthPx: number;
  showHidden: boolean;
  isStale: boolean;
  /** The component whose children they are. */
  openedId: string | undefined;
  empty: ReactNode;
  /** Identifies the history entry, so that Back comes to the same card. */
  entryKey: string;
  /** Somebody is among the cards: what was typed before is in the address when one of them is opened. */
  onEnter: () => void;
}

const GAP_PX = 12;

/** Cards in rows, of which only those in view are drawn. */
export function CardGrid(props: CardGridProps): ReactElement {
  const { ids, cards, widthPx, empty, entryKey, onEnter } = props;
  const place = useCardPlace(entryKey);
  const [frameRef, width] = useWidth<HTMLElement>();
  const columns = Math.max(1, Math.floor((width + GAP_PX) / (widthPx + GAP_PX)));
  const rows = useMemo(() => rowsOf(ids, columns), [ids, columns]);
  const known = useMemo(() => new Map(cards.map((card) => [card.id, card])), [cards]);
  const itemContent = useCallback(
    (_at: number, row: readonly string[]) => <CardRow {...props} ids={row} known={known} columns={columns} />,
    [props, known, columns],
  );
  if (rows.length === 0) return <div className="min-w-0 flex-1">{empty}</div>;
  return (
    // Arrow keys of the links inside bubble up to here; the region itself takes no focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <section
      aria-label="Components"
      className="mx-page min-h-0 min-w-0 flex-1"
      ref={frameRef}
      onFocus={(event) => {
        onEnter();
        place.onFocus(event);
      }}
      onKeyDown={moveByKey}
    >
      {width > 0 && (
        <Virtuoso
          computeItemKey={(_at, row) => row[0] ?? ''}
          data={rows}
          increaseViewportBy={320}
          initialTopMostItemIndex={Math.min(place.start?.top ?? 0, rows.length - 1)}
          itemContent={itemContent}
          rangeChanged={place.onRange}
          style={{ height: '100%' }}
          // Its scroller would be a tab stop that says nothing; the cards are.
          tabIndex={-1}
        />
      )}
    </section>
  );
}

function rowsOf(ids: readonly string[], columns: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / columns) }, (_, at) =>
    ids.slice(at * columns, (at + 1) * columns),
  );
}

interface CardRowProps extends Omit<CardGridProps, 'cards' | 'empty' | 'entryKey' | 'onEnter'> {
  known: ReadonlyMap<string, TopologyCard>;
  columns: number;
}

function CardRow(props: CardRowProps): ReactElement {
  const { ids, known, columns, widthPx } = props;
  const isKnown = ids.every((id) => known.has(id));
  return (
    <ul
      className="grid items-start pb-3"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, ${widthPx}px))`, gap: GAP_PX }}
    >
      {isKnown ? (
        ids.map((id) => <CardItem {...props} card={known.get(id)} key={id} />)
      ) : (
        <LaterCards {...props} />
      )}
    </ul>
  );
}

/** Cards below the first screens are asked for when they come into view. */
function LaterCards(props: CardRowProps): ReactElement {
  const { ids, showHidden } = props;
  const { value } = useTopologyCards(ids, showHidden);
  return (
    <>
      {ids.map((id, at) => (
        <CardItem {...props} card={value?.[at]} key={id} />
      ))}
    </>
  );
}

function CardItem(props: CardRowProps & { card: TopologyCard | null | undefined }): ReactElement {
  const { card, parts, widthPx, openedId, isStale } = props;
  return (
    <li className="min-w-0">
      {card === undefined && (
        <div className="h-40 rounded-panel border border-line bg-panel p-3.5">
          <SkeletonBar className="w-2/3" />
        </div>
      )}
      {card === null && <p className="p-3.5 text-muted">Not on this device any more</p>}
      {card !== undefined && card !== null && (
        <ComponentCard
          card={card}
          href={card.id === openedId ? null : topologyHref(card.id, openedId)}
          isStale={isStale}
          parts={parts}
          size={sizeOfWidth(widthPx)}
        />
      )}
    </li>
  );
}
