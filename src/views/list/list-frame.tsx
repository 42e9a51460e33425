import type { LucideIcon } from 'lucide-react';
import { memo, type ReactElement, type ReactNode } from 'react';
import type { SyncError } from '#sync/errors.ts';
import type { Claim } from '#sync/protocol/claim.ts';
import type { Live } from '#src/platform/replica/live.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { PanelBoundary } from '#src/ui/layout/error-boundary.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { late } from '#src/ui/late.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { Freshness } from '../freshness.tsx';
import type { ViewFallbackProps } from '../view-fallback.tsx';
import { ReadFailedBar, StaleBar } from '../view-notices.tsx';
import { viewState } from '../view-state.ts';
import { ListChips } from './list-chips.tsx';
import { ListSearch } from './list-search.tsx';
import type { Problem } from './row-source.ts';
import type { NameOf, Params, SearchOf } from './search-spec.ts';
import type { ListAddress } from './use-list-address.ts';

interface Find<P extends Params> {
  readonly param: keyof P & string;
  readonly label: string;
  /** On the keys sheet. */
  readonly shortcut: string;
  readonly className: string;
  /** What is looked at, and what is not: said where nothing was found. */
  readonly looksAt?: string;
}

/** The words of a list. */
export interface ListWords<P extends Params> {
  /** Heading of the page. */
  readonly title: string;
  /** What the rows are, as a sentence begins: "Incidents". */
  readonly rows: string;
  /** Null where the product has no search over the list. */
  readonly find: Find<P> | null;
  readonly empty: {
    readonly icon: LucideIcon;
    /** The product's sentence; said only when the whole list is here. */
    readonly title: string;
  };
}

/** What is known of the rows. */
export interface ListState {
  readonly claim: (Pick<Claim, 'state' | 'asOf'> & Partial<Pick<Claim, 'lacks' | 'reason'>>) | undefined;
  readonly error: SyncError | undefined;
  readonly isStale: boolean;
  readonly isEmpty: boolean;
  readonly problems: readonly Problem[];
  readonly refresh: (() => Promise<void>) | null;
}

interface ListFrameProps<P extends Params> {
  words: ListWords<P>;
  address: ListAddress<P>;
  state: ListState;
  nameOf: NameOf;
  /** Under the title: counts. */
  meta: ReactNode;
  /** Beside the title, before and after the age. */
  before: ReactNode;
  after: ReactNode;
  /** After the search: filters, and what decides how rows are shown. */
  controls: ReactNode;
  /** After the chips: how many are listed, and what is hidden. */
  note: ReactNode;
  /** Under the chips: what has to be said of what is shown. */
  bars: ReactNode;
  /** In a tab of a page that has a title of its own. */
  isPart?: boolean;
  children: ReactNode;
}

/** Not in the first bundle: mostly there are rows. */
const ViewFallback = late<ViewFallbackProps>(async () => (await import('../view-fallback.tsx')).ViewFallback);

const YET_TO_COME = 'Not everything is on this device yet, so there may be others on the server.';
const UNREAD =
  'The app was updated and is downloading some columns again. Until then some cells may be empty.';
const PARTIAL = 'Not everything is on this device yet: counts and the list may still grow.';

/** Title, age, search, chips and the states of a list; the rows stand in it. */
export function ListFrame<P extends Params>(props: ListFrameProps<P>): ReactElement {
  const { words, state, children } = props;
  const { claim, error, isEmpty, problems } = state;
  const status = useSyncStatus();
  const shown = viewState(liveOf(claim, error), status, isEmpty);
  return (
    <>
      <PanelBoundary name="Search and filters">
        <FrameHeader {...props} hasRows={!isEmpty} />
      </PanelBoundary>
      {(shown === 'ready' ? problems : []).map(({ error: { message }, text }) => (
        <div className="px-page pb-2" key={text}>
          <ReadFailedBar error={{ message }}>{text}</ReadFailedBar>
        </div>
      ))}
      <LoadingRegion
        isLoading={shown === 'loading'}
        label={`Loading ${words.rows.toLowerCase()}`}
        skeleton={
          <div className="px-page">
            <SkeletonRows />
          </div>
        }
      >
        {shown === 'ready'
          ? children
          : shown !== 'loading' && (
              <ViewFallback
                error={error}
                reason={claim?.reason ?? null}
                state={shown}
                what={words.rows}
                onRefresh={state.refresh}
              />
            )}
      </LoadingRegion>
    </>
  );
}

function liveOf<T>(value: T | undefined, error: SyncError | undefined): Live<T> {
  if (error !== undefined) return { status: 'failed', value, error };
  return value === undefined
    ? { status: 'loading', value: undefined, error: undefined }
    : { status: 'ready', value, error: undefined };
}

interface FrameHeaderProps<P extends Params> extends Omit<ListFrameProps<P>, 'children'> {
  hasRows: boolean;
}

function FrameHeader<P extends Params>(props: FrameHeaderProps<P>): ReactElement {
  const { words, address, state, nameOf, meta, before, after, controls, note, bars, hasRows } = props;
  const { isPart = false } = props;
  const { claim, isStale, refresh } = state;
  return (
    <PageHeader
      actions={
        <>
          {before}
          <Freshness asOf={claim?.asOf ?? null} isStale={isStale} onRefresh={refresh ?? undefined} />
          {after}
        </>
      }
      {...(isPart && { className: 'pt-0!', heading: <h2 className="sr-only">{words.title}</h2> })}
      meta={meta ?? undefined}
      title={words.title}
    >
      <div className="flex flex-wrap items-center gap-2">
        {words.find !== null && (
          <FrameSearch
            applied={String(address.view[words.find.param] ?? '')}
            find={words.find}
            onCommit={address.commit}
            onType={address.type}
          />
        )}
        {controls}
      </div>
      <ListChips address={address} nameOf={nameOf} note={note} />
      {bars}
      {hasRows && <StaleBar isPart={isPart}>{barOf(claim)}</StaleBar>}
    </PageHeader>
  );
}

function barOf(claim: ListState['claim']): string | undefined {
  if (claim?.state === 'partial') return PARTIAL;
  if (claim?.lacks?.some(({ what }) => what === 'not-read') === true) return UNREAD;
  return claim?.reason ?? undefined;
}

interface FrameSearchProps<P extends Params> {
  find: Find<P>;
  applied: string;
  onType: (part: SearchOf<P>) => void;
  onCommit: () => void;
}

/** Dear to draw, and mostly the same when a filter is pressed. */
const FrameSearch = memo(function FrameSearch<P extends Params>(props: FrameSearchProps<P>): ReactElement {
  const { find, applied, onType, onCommit } = props;
  return (
    <ListSearch
      applied={applied}
      className={find.className}
      label={find.label}
      shortcutLabel={find.shortcut}
      onCommit={onCommit}
      // as: the parameter that is searched by
      onType={(text) => onType({ [find.param]: text } as SearchOf<P>)}
    />
  );
}) as <P extends Params>(props: FrameSearchProps<P>) => ReactElement; // as: memo forgets the type parameter

/** What of a list has yet to come. */
export function lackOf(state: Claim['state'] | undefined): string | null {
  return state === 'complete' ? null : YET_TO_COME;
}

export interface NoRowsProps<P extends Params> {
  words: ListWords<P>;
  address: ListAddress<P>;
  /** What a list that is not whole lacks; null for one that is. */
  lack: string | null;
  /** What the sentence means here. */
  text?: string | undefined;
  /** Why there is nothing to be seen, and a nearer way out than to take every filter away. */
  why?: { readonly text: string; readonly action: string; readonly part: SearchOf<P> } | undefined;
}

/** In the place of rows; what the product says of none is said only when the whole list is here. */
export function NoRows<P extends Params>({ words, address, lack, text, why }: NoRowsProps<P>): ReactElement {
  const { spec, search, change } = address;
  const hasFilters = spec.hasFilters(search);
  const action =
    why !== undefined || hasFilters ? (
      <Button onPress={() => change(why?.part ?? spec.clearing(search))}>
        {why?.action ?? 'Clear filters'}
      </Button>
    ) : undefined;
  return (
    <EmptyState
      action={action}
      icon={words.empty.icon}
      title={
        lack === null ? words.empty.title : `None of the ${words.rows.toLowerCase()} on this device match`
      }
    >
      {lack ?? why?.text ?? text}
    </EmptyState>
  );
}
