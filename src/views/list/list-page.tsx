import { useCallback, useEffect, useMemo, type ReactElement, type ReactNode } from 'react';
import { own } from '#sync/protocol/own.ts';
import type { TriStateMode } from '#src/lib/tri-state.ts';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { late } from '#src/ui/late.tsx';
import { StaleContext } from '../stale-marks.ts';
import { AmongProvider } from './among.ts';
import { CellFilterProvider, useCellFilterKeys, type CellFilter } from './cell-filter.tsx';
import { chipText, HiddenNote } from './list-chips.tsx';
import { ListFilters } from './list-filters.tsx';
import { lackOf, ListFrame, NoRows, type ListWords, type NoRowsProps } from './list-frame.tsx';
import { rememberListHref } from './list-href.ts';
import type { ListSpec, ShownRows } from './list-spec.ts';
import { columnsOfLines, isSameLine, lineId, sortOf, treeOf } from './list-lines.tsx';
import type { ListToolsProps } from './list-tools.tsx';
import type { PagesBarProps } from './pages-bar.tsx';
import { HeldRows, ListTable } from './list-table.tsx';
import type { Line, Pages, RowSource } from './row-source.ts';
import { withTriStateValue } from './params.ts';
import type { Params, SearchOf, SearchSpec } from './search-spec.ts';
import { NarrowProvider, useNarrowBox } from './narrow.ts';
import { useListAddress, type AddressProps, type ListAddress } from './use-list-address.ts';
import { useTableLayout } from './use-table-layout.ts';

interface ListPageProps<P extends Params, Row> extends AddressProps<SearchOf<P>> {
  spec: ListSpec<P, Row>;
  /** The rows stand; answers how to call off what it began. */
  onListed?: () => () => void;
  actions: ReactNode;
  /** What is open over the list. */
  renderOver?: (listed: Listed<P, Row>) => ReactNode;
  /** Shows the rows in another way, given the table that would show them. */
  renderRows?: RenderRows<P, Row>;
}

type RenderRows<P extends Params, Row> = (table: ReactElement, shown: ShownRows<P, Row>) => ReactNode;

/** A list as it stands, for what is open over it. */
export interface Listed<P extends Params, Row> {
  address: ListAddress<P>;
  lines: RowSource<Row, P>['lines'];
}

interface ListPlaceProps<P extends Params> extends AddressProps<SearchOf<P>> {
  search: SearchOf<P>;
  spec: { readonly search: SearchSpec<P>; readonly words: ListWords<P> };
  children: (address: ListAddress<P>) => ReactNode;
}

/** The page of a list with its address; what it lists is the body's, and may be another with another address. */
export function ListPlace<P extends Params>(props: ListPlaceProps<P>): ReactElement {
  const { spec, search, entryKey, onChange, children } = props;
  const address = useListAddress(spec.search, { search, entryKey, onChange });
  usePageFrame({ title: spec.words.title, crumbs: [{ label: spec.words.title }] });
  const href = spec.search.href(address.search);
  useEffect(() => rememberListHref(spec.search.path, href), [spec, href]);
  return <div className="flex h-full min-h-0 flex-col">{children(address)}</div>;
}

/** A list that is a page. */
export function ListPage<P extends Params, Row>(props: ListPageProps<P, Row>): ReactElement {
  return <ListPlace {...props}>{(address) => <ListRows {...props} address={address} />}</ListPlace>;
}

function ListRows<P extends Params, Row>(
  props: ListPageProps<P, Row> & { address: ListAddress<P> },
): ReactElement {
  const { spec, address, onListed, actions, renderOver, renderRows } = props;
  // oxlint-disable-next-line react/hooks -- a frame keeps its description, and that its hooks, while it is mounted
  const source = spec.useRows(address.search);
  const isListed = source.lines.length > 0;
  useEffect(() => (isListed ? onListed?.() : undefined), [isListed, onListed]);
  return (
    <>
      <ListBody actions={actions} address={address} renderRows={renderRows} source={source} spec={spec} />
      {renderOver?.({ address, lines: source.lines })}
    </>
  );
}

/** Fetched after the list stands: menus and selects are a tenth of the first bundle. */
// as: a component that comes later forgets its type parameter
const ListTools = late<ListToolsProps<never>>(
  async () => (await import('./list-tools.tsx')).ListTools,
  'spared',
) as unknown as <Row>(props: ListToolsProps<Row>) => ReactElement | null;
const PagesBar = late<PagesBarProps<Params>>(
  async () => (await import('./pages-bar.tsx')).PagesBar,
) as unknown as <P extends Params>(props: PagesBarProps<P>) => ReactElement | null; // as: the same

interface ListBodyProps<P extends Params, Row> {
  /** Without its rows: they are the source's. */
  spec: Omit<ListSpec<P, Row>, 'useRows'>;
  address: ListAddress<P>;
  source: RowSource<Row, P>;
  /** Beside the title: what makes a new one; null for nothing. */
  actions: ReactNode;
  /** In a tab: the page has its title, and the list one for those who do not see the tab. */
  isPart?: boolean;
  /** Shows the rows in another way, given the table that would show them. */
  renderRows?: RenderRows<P, Row> | undefined;
}

/** Frame and table: all that a list is, on a page or in a tab. */
export function ListBody<P extends Params, Row>(props: ListBodyProps<P, Row>): ReactElement {
  const { spec, address, source, actions, isPart = false, renderRows } = props;
  const { words, columns, narrowColumns, rowName, rowHref, rowClassName = noClassName } = spec;
  const { search } = address;
  const [boxRef, isNarrow] = useNarrowBox();
  const [layout, setLayout] = useTableLayout(spec.layoutKey);
  // oxlint-disable-next-line react/hooks -- a frame keeps its description, and that its hooks, while it is mounted
  const nameOf = spec.useNames?.(search) ?? noName;
  const { claim, error, isStale, problems, order, lines, toggle, press, pages } = source;
  const isWithoutOlder = claim?.lacks.some(({ what }) => what === 'older') === true;
  const lineColumns = columnsOfLines(isNarrow ? narrowColumns : columns);
  const named = useMemo(
    () => ({
      rowName: (line: Line<Row>) => (line.kind === 'row' && line.row ? rowName(line.row) : ''),
      rowClassName: (line: Line<Row>) => (line.kind === 'row' && line.row ? rowClassName(line.row) : ''),
    }),
    [rowName, rowClassName],
  );
  const lineHref = useCallback(
    (line: Line<Row>) =>
      line.kind === 'row' && line.row !== null && line.row !== undefined
        ? rowHref(line.row, search)
        : undefined,
    [rowHref, search],
  );
  const tree = useMemo(() => treeOf<Row>(toggle), [toggle]);
  const { view, change } = address;
  const refresh = refreshOf(source, change);
  useCellFilterKeys(columns.some(({ filter }) => filter !== undefined));
  const applyCell = useCallback(
    ({ param, value }: CellFilter, mode: TriStateMode) => {
      const before = own<unknown>(view, param);
      const next = withTriStateValue(typeof before === 'string' ? before : '', value, mode);
      // as: a three-state parameter of this list
      change({ [param]: next } as SearchOf<P>);
    },
    [view, change],
  );
  const handlePress = useMemo(
    () =>
      press === null
        ? undefined
        : (line: Line<Row>): void => {
            if (line.kind === 'row' && line.row) press(line.row);
          },
    [press],
  );
  const table = (
    <>
      <HeldRows order={order}>
        <ListTable
          {...named}
          address={address}
          columns={lineColumns}
          empty={
            <NoRows
              {...pastTheEnd<P>(pages)}
              address={address}
              lack={isWithoutOlder ? OLDER : lackOf(claim?.state)}
              text={isSought(words.find?.param, address.view) ? words.find?.looksAt : undefined}
              words={words}
            />
          }
          id={spec.id}
          isSameRow={isSameLine}
          label={words.rows}
          layout={isNarrow ? undefined : layout}
          rowHref={lineHref}
          rowId={lineId}
          rows={lines}
          sort={sortOf(address.view)}
          tree={tree}
          onLayoutChange={isNarrow ? undefined : setLayout}
          onRowPress={handlePress}
          onShow={source.show ?? undefined}
        />
        {pages !== null && (pages.total !== 0 || pages.page > 1) && (
          <PagesBar change={change} pages={pages} sizes={spec.pageSizes} />
        )}
      </HeldRows>
    </>
  );
  const frame = (
    <ListFrame
      address={address}
      after={actions}
      bars={null}
      before={null}
      isPart={isPart}
      controls={
        <>
          <ListFilters address={address} fields={spec.filters} />
          <ListTools
            all={source.all}
            columns={columns}
            isEmpty={lines.length === 0}
            layout={isNarrow ? null : layout}
            name={spec.id}
            printHead={{
              title: words.title,
              filters: address.spec.chips(search, nameOf).map(chipText),
              asOf: claim?.asOf ?? null,
            }}
            onLayoutChange={setLayout}
          />
        </>
      }
      meta={null}
      nameOf={nameOf}
      note={
        claim !== undefined && (source.counted !== '' || source.hidden !== null) ? (
          <HiddenNote address={address} counted={source.counted} hidden={source.hidden} />
        ) : null
      }
      state={{ claim, error, isStale, isEmpty: lines.length === 0, problems, refresh }}
      words={words}
    >
      <StaleContext value={isStale}>
        <CellFilterProvider value={applyCell}>
          {renderRows === undefined ? table : renderRows(table, { change, source, view })}
        </CellFilterProvider>
      </StaleContext>
    </ListFrame>
  );
  return (
    <AmongProvider value={source.among ?? null}>
      <NarrowProvider value={isNarrow}>
        <div className="flex min-h-0 min-w-0 flex-1 flex-col" ref={boxRef}>
          {frame}
        </div>
      </NarrowProvider>
    </AmongProvider>
  );
}

function isSought(param: string | undefined, view: Readonly<Record<string, unknown>>): boolean {
  return param !== undefined && (own<unknown>(view, param) ?? '') !== '';
}

/** Pages that hold still begin anew with the first one: that is where a refresh leads. */
function refreshOf<P extends Params, Row>(
  { refresh, pages }: RowSource<Row, P>,
  change: ListAddress<P>['change'],
): RowSource<Row, P>['refresh'] {
  if (refresh === null || pages === null || pages.page === 1) return refresh;
  return async () => {
    await refresh();
    change(FIRST_PAGE);
  };
}

const noName = (): undefined => undefined;
const noClassName = (): string => '';
const OLDER = 'Older ones are not kept on this device. There may be more on the server.';
const FIRST_PAGE = { page: undefined };

/** Why a page has no rows though there are some. */
function pastTheEnd<P extends Params>(pages: Pages | null): Pick<NoRowsProps<P>, 'why'> {
  if (pages === null || pages.page === 1 || pages.total === null || pages.total === 0) return {};
  const text = `There are ${pages.total} in all, on the pages before this one.`;
  return { why: { text, action: 'First page', part: FIRST_PAGE } };
}
