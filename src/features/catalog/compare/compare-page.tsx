import { ArrowLeftRight } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { useIndexRows } from '#src/platform/replica/use-index.ts';
import { Button } from '#src/ui/button.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { lastListHref } from '#src/views/list/list-href.ts';
import { maybeText } from '#src/views/row-text.ts';
import { itemName, type Item } from '../item/item-row.ts';
import { catalogSearch } from '../list/catalog-search.ts';
import { compareSearch, type CompareSearch, type Side } from './compare-search.ts';
import { ContentDiff } from './content-diff.tsx';
import { FactsTable } from './facts-table.tsx';
import { ItemPicker } from './item-picker.tsx';
import { SideHead } from './side-head.tsx';
import { useSide } from './use-side.ts';

interface ComparePageProps {
  search: CompareSearch;
  onChange: (search: CompareSearch) => void;
}

const TITLE = 'What is different';

/** `/catalog/compare`: two items of the catalog, or one of them at two times. */
export function ComparePage({ search, onChange }: ComparePageProps): ReactElement {
  const { left, right, leftBefore, rightBefore } = search;
  usePageFrame({
    title: TITLE,
    crumbs: [{ label: 'Catalog', href: lastListHref(catalogSearch.path) }, { label: TITLE }],
  });
  const swap = (): void =>
    onChange({ ...search, left: right, right: left, leftBefore: rightBefore, rightBefore: leftBefore });
  return (
    <div className="flex min-h-full flex-col">
      <PageHeader
        actions={
          left !== undefined && right !== undefined ? (
            <Button icon={ArrowLeftRight} onPress={swap}>
              Swap sides
            </Button>
          ) : undefined
        }
        title={TITLE}
      />
      <div className="flex flex-col gap-5 px-page pb-6">
        {left !== undefined && right !== undefined ? (
          <Compared key={`${left} ${right}`} left={left} right={right} search={search} onChange={onChange} />
        ) : (
          <Choose chosen={left ?? right} search={search} side={left === undefined ? 'left' : 'right'} />
        )}
      </div>
    </div>
  );
}

interface ChooseProps {
  search: CompareSearch;
  side: Side;
  chosen: string | undefined;
}

function Choose({ search, side, chosen }: ChooseProps): ReactElement | null {
  const rows = useIndexRows('config_items', chosen === undefined ? NO_IDS : [chosen]);
  if (rows.status === 'loading') return null;
  const row = rows.value?.[0] ?? null;
  return (
    <ItemPicker
      key={chosen}
      other={
        chosen === undefined
          ? undefined
          : { id: chosen, type: maybeText(row, 'type'), name: maybeText(row, 'name') ?? 'this item' }
      }
      search={search}
      side={side}
    />
  );
}

const NO_IDS: readonly string[] = [];

interface ComparedProps extends ComparePageProps {
  left: string;
  right: string;
}

function Compared({ left, right, search, onChange }: ComparedProps): ReactElement {
  const view = compareSearch.view(search);
  const isOne = left === right;
  // Of one item there is nothing else to choose than its time.
  const [isEarlierWanted, setEarlierWanted] = useState(isOne);
  const one = useSide(left, view.leftBefore, isEarlierWanted);
  const other = useSide(right, view.rightBefore, isEarlierWanted);
  const change = (part: CompareSearch): void => onChange(compareSearch.apply(search, part));
  const shared = { view, search, onChange: change, onEarlier: () => setEarlierWanted(true) };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 min-[700px]:grid-cols-2">
        <SideHead {...shared} id={left} name="left" side={one} />
        <SideHead {...shared} id={right} name="right" side={other} />
      </div>
      {isOne && view.leftBefore === view.rightBefore && (
        <p className="text-table text-muted">
          Both sides show the same item at the same time. Choose an earlier version on one side.
        </p>
      )}
      {isOne ? (
        <p className="text-table text-muted">
          Only the content has earlier versions. Other facts are shown as they are now.
        </p>
      ) : (
        one.item !== undefined &&
        other.item !== undefined && (
          <FactsTable left={one.item} names={namesOf(one.item, other.item)} right={other.item} />
        )
      )}
      <ContentDiff left={one.content} right={other.content} view={view} onChange={change} />
    </>
  );
}

/** Many items have one name: then the sides tell them apart. */
function namesOf(left: Item, right: Item): readonly [string, string] {
  const [one, other] = [itemName(left), itemName(right)];
  return one === other ? [`${one} (left)`, `${other} (right)`] : [one, other];
}
