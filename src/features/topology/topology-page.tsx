import { Network } from 'lucide-react';
import { memo, useMemo, type ReactElement } from 'react';
import * as v from 'valibot';
import type { TopologyAnswer, TopologyParts, TopologyQuery } from '#sync/protocol/topology.ts';
import { keptTopologyQuestion, readKeptTopology } from '#sync/protocol/topology-kept.ts';
import { shownName } from '#src/lib/shown-name.ts';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { useKeptUntil, type KeptList } from '#src/platform/replica/use-kept-list.ts';
import { useTopology } from '#src/platform/replica/use-topology.ts';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { PanelBoundary } from '#src/ui/layout/error-boundary.tsx';
import { HiddenNote } from '#src/views/list/list-chips.tsx';
import { lackOf, ListFrame, NoRows, type ListWords } from '#src/views/list/list-frame.tsx';
import { useListAddress, type AddressProps, type ListAddress } from '#src/views/list/use-list-address.ts';
import { CardGrid } from './card-grid.tsx';
import { useCardWidth } from './card/card-width.ts';
import { AmbiguousBar, MissingComponent } from './component-view-page.tsx';
import { ComponentLinks } from './graph/component-links.tsx';
import { ComponentPanel, ComponentPanelButton } from './panel/component-panel.tsx';
import { TopologyFilters, TopologySort } from './topology-filters.tsx';
import { topologyHref } from './topology-href.ts';
import { keptQueryOf } from './topology-query.ts';
import { topologySearchAt, type TopologyParams, type TopologySearch } from './topology-search.ts';
import { useIsTopologyStale } from './use-is-stale.ts';
import { ViewOptions } from './view-options.tsx';

interface TopologyPageProps extends Omit<AddressProps<TopologySearch>, 'search'> {
  /** As the address has it, whole. */
  raw: object;
  /** The component whose children are shown; undefined for the whole. */
  componentId: string | undefined;
}

/** Whole cards that come with an answer: the first screens of the smallest ones. */
const FIRST_CARDS = 60;

const KEPT: KeptList<TopologyQuery, TopologyAnswer, TopologyAnswer> = {
  kind: 'topology-list',
  idOf: ({ keepAs }) => keepAs,
  read: readKeptTopology,
  answer: (kept) => kept,
  questionOf: keptTopologyQuestion,
};

const WORDS: ListWords<TopologyParams> = {
  title: 'Topology',
  rows: 'Components',
  find: {
    param: 'search',
    label: 'Search by name, type, or namespace',
    shortcut: 'Search components',
    className: 'max-w-80 min-w-52 flex-1 max-[700px]:max-w-full',
  },
  empty: { icon: Network, title: 'There are no components matching this criteria' },
};

/** `/topology` and `/topology/{id}` */
export function TopologyPage({ componentId, raw, ...route }: TopologyPageProps): ReactElement {
  const path = componentId === undefined ? '/topology' : topologyHref(componentId);
  const spec = topologySearchAt(path);
  const search = useMemo(() => v.parse(spec.schema, raw), [spec, raw]);
  const address = useListAddress(spec, { search, ...route });
  const { view, change } = address;
  const query = keptQueryOf(componentId ?? null, view, FIRST_CARDS);
  const live = useKeptUntil(KEPT, useTopology(query), query);
  const answer = live.value;
  const isStale = useIsTopologyStale(answer?.asOf ?? null);
  const name = answer?.opened === null || answer?.opened === undefined ? undefined : answer.opened.name;
  useCrumbs(componentId, answer, name);
  const isOpened = componentId !== undefined;
  // An address may name a component as another system does.
  const openedId = answer?.opened?.id;
  return (
    <div className="@container flex h-full min-h-0">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ListFrame
          address={address}
          after={<ViewOptions view={view} onChange={change} />}
          bars={
            <>
              {answer?.isAmbiguous === true && <AmbiguousBar />}
              <PartBars parts={answer?.parts} />
            </>
          }
          before={
            answer === undefined || openedId === undefined ? null : (
              <>
                <ComponentLinks componentId={openedId} />
                <PanelBoundary name="Details">
                  <ComponentPanelButton componentId={openedId} parts={answer.parts} />
                </PanelBoundary>
              </>
            )
          }
          controls={
            answer !== undefined && (
              <>
                <TopologyFilters choices={answer.choices} view={view} onChange={change} />
                <TopologySort choices={answer.choices} view={view} onChange={change} />
              </>
            )
          }
          meta={answer === undefined || isAwaited(answer) ? null : countWords(answer)}
          nameOf={(param) =>
            param === 'agent_id'
              ? answer?.choices.agents.find(({ id }) => id === view.agent_id)?.name
              : undefined
          }
          note={
            answer === undefined || answer.hidden === 0 ? null : (
              <HiddenNote
                address={address}
                counted=""
                hidden={{
                  text: `${answer.hidden} hidden`,
                  label: 'Show hidden components',
                  part: { showHiddenComponents: 'yes' },
                }}
              />
            )
          }
          state={{
            claim: answer,
            error: live.error,
            isStale,
            isEmpty: answer === undefined || (answer.total === 0 && !isOpened),
            problems: [],
            refresh: null,
          }}
          words={isOpened ? { ...WORDS, title: name === undefined ? 'Topology' : shownName(name) } : WORDS}
        >
          {answer !== undefined && (
            <Cards address={address} answer={answer} isStale={isStale} openedId={openedId} />
          )}
        </ListFrame>
      </div>
      {answer !== undefined && isOpened && openedId !== undefined && (
        <PanelBoundary name="Details">
          <ComponentPanel componentId={openedId} parts={answer.parts} />
        </PanelBoundary>
      )}
    </div>
  );
}

function useCrumbs(
  componentId: string | undefined,
  answer: TopologyAnswer | undefined,
  name: string | undefined,
): void {
  const ancestors = answer?.ancestors ?? [];
  usePageFrame({
    title: name ?? 'Topology',
    sealedTitle: 'Topology',
    crumbs:
      componentId === undefined
        ? [{ label: 'Topology' }]
        : [
            { label: 'Topology', href: '/topology' },
            ...ancestors.map((one, at) => ({
              label: shownName(one.name),
              href: topologyHref(one.id, ancestors[at - 1]?.id),
            })),
            { label: name === undefined ? '…' : shownName(name) },
          ],
  });
}

/** None of how many are here yet says nothing of how many there are. */
function isAwaited({ total, state }: TopologyAnswer): boolean {
  return total === 0 && state !== 'complete';
}

function countWords({ ids, total }: TopologyAnswer): string {
  const noun = total === 1 ? 'component' : 'components';
  return ids.length === total ? `${total} ${noun}` : `${ids.length} of ${total} ${noun}`;
}

/** Once for all cards: what their numbers leave out. */
function PartBars({ parts }: { parts: TopologyParts | undefined }): ReactElement | null {
  if (parts === undefined) return null;
  const named = [
    ['Checks', parts.checks],
    ['Incidents', parts.incidents],
    ['Insights', parts.insights],
    ['Teams', parts.teams],
  ] as const;
  const of = (...states: readonly string[]): readonly string[] =>
    named.flatMap(([label, { state }]) => (states.includes(state) ? [label] : []));
  const closed = of('forbidden');
  const awaited = of('never', 'partial');
  if (closed.length + awaited.length === 0) return null;
  return (
    <InlineBar tone="info">
      {closed.length > 0 && `${inWords(closed)} are not counted: your role may not read them. `}
      {awaited.length > 0 && `${inWords(awaited)} are not all on this device yet: numbers may grow.`}
    </InlineBar>
  );
}

function inWords(names: readonly string[]): string {
  const words = names.map((name, at) => (at === 0 ? name : name.toLowerCase()));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

interface CardsProps {
  address: ListAddress<TopologyParams>;
  answer: TopologyAnswer;
  isStale: boolean;
  openedId: string | undefined;
}

/** Drawn again only when what it shows has changed, not with every sign of syncing. */
const Cards = memo(function Cards({ address, answer, isStale, openedId }: CardsProps): ReactElement {
  const width = useCardWidth();
  const { spec, search, view, entry } = address;
  if (answer.opened === undefined) return <MissingComponent isComplete={answer.state === 'complete'} />;
  return (
    <CardGrid
      cards={answer.cards}
      empty={<NoRows address={address} lack={lackOf(answer.state)} words={WORDS} />}
      entryKey={entry}
      ids={answer.ids}
      isStale={isStale}
      key={spec.listKey(search)}
      openedId={openedId}
      parts={answer.parts}
      showHidden={view.showHiddenComponents === 'yes'}
      widthPx={width}
      onEnter={address.commit}
    />
  );
});
