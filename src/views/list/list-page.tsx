import { useCallback, useEffect, useMemo, type ReactElement, type ReactNode } from 'react';
import { usePageFrame } from '#src/platform/page-frame.ts';
import { ColumnsButton } from '#src/ui/columns-button.tsx';
import { StaleContext } from '../stale-marks.ts';
import { ExportMenu } from './export-menu.tsx';
import { HiddenNote } from './list-chips.tsx';
import { ListFilters } from './list-filters.tsx';
import { ListFrame, NoRows } from './list-frame.tsx';
import { rememberListHref } from './list-href.ts';
import type { ListSpec } from './list-spec.ts';
import { columnsOfLines, isSameLine, lineId, sortOf, treeOf } from './list-lines.tsx';
import { HeldRows, ListTable } from './list-table.tsx';
import type { Line, RowSource } from './row-source.ts';
import type { Params, SearchOf } from './search-spec.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import { useListAddress, type AddressProps, type ListAddress } from './use-list-address.ts';
import { useTableLayout } from './use-table-layout.ts';

interface ListPageProps<P extends Params, Row> extends AddressProps<SearchOf<P>> {
  spec: ListSpec<P, Row>;
  /** The rows stand; answers how to call off what it began. */
  onListed: () => () => void;
  actions: ReactNode;
}

/** A list that is a page. */
export function ListPage<P extends Params, Row>(props: ListPageProps<P, Row>): ReactElement {
  const { spec, search, entryKey, onChange, onListed, actions } = props;
  const address = useListAddress(spec.search, { search, entryKey, onChange });
  // oxlint-disable-next-line react/hooks -- a frame keeps its description, and that its hooks, while it is mounted
  const source = spec.useRows(address.search);
  usePageFrame({ title: spec.words.title, crumbs: [{ label: spec.words.title }] });
  const href = spec.search.href(address.search);
  useEffect(() => rememberListHref(spec.search.path, href), [spec, href]);
  const isListed = source.lines.length > 0;
  useEffect(() => (isListed ? onListed() : undefined), [isListed, onListed]);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ListBody actions={actions} address={address} source={source} spec={spec} />
    </div>
  );
}

interface ListBodyProps<P extends Params, Row> {
  spec: ListSpec<P, Row>;
  address: ListAddress<P>;
  source: RowSource<Row, P>;
  /** Beside the title: what makes a new one; null for nothing. */
  actions: ReactNode;
}

/** Frame and table: all that a list is, on a page or in a tab. */
export function ListBody<P extends Params, Row>(props: ListBodyProps<P, Row>): ReactElement {
  const { spec, address, source, actions } = props;
  const { words, columns, narrowColumns, rowName, rowHref, rowClassName } = spec;
  const { search } = address;
  const isNarrow = useIsNarrow();
  const [layout, setLayout] = useTableLayout(spec.layoutKey);
  // oxlint-disable-next-line react/hooks -- a frame keeps its description, and that its hooks, while it is mounted
  const nameOf = spec.useNames(search);
  const { claim, error, isStale, problems, refresh, order, lines, toggle, press } = source;
  const isComplete = claim?.state === 'complete';
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
  const handlePress = useMemo(
    () =>
      press === null
        ? undefined
        : (line: Line<Row>): void => {
            if (line.kind === 'row' && line.row) press(line.row);
          },
    [press],
  );
  return (
    <ListFrame
      address={address}
      after={actions}
      bars={null}
      before={null}
      controls={
        <>
          <ListFilters address={address} fields={spec.filters} />
          {!isNarrow && <ColumnsButton columns={columns} layout={layout} onLayoutChange={setLayout} />}
          <ExportMenu
            all={source.all}
            columns={columns}
            name={spec.id}
            reason={lines.length === 0 ? 'No rows are listed' : undefined}
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
        <HeldRows order={order}>
          <ListTable
            {...named}
            address={address}
            columns={lineColumns}
            empty={<NoRows address={address} isComplete={isComplete} words={words} />}
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
        </HeldRows>
      </StaleContext>
    </ListFrame>
  );
}
