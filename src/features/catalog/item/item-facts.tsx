import { TriangleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { instantMs } from '#src/lib/age.ts';
import { configTypeToUrl } from '#src/lib/config-type.ts';
import { shortCost } from '#src/lib/short-numbers.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Badge } from '#src/ui/marks/badge.tsx';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { useAgeNow } from '#src/ui/marks/minute-clock.ts';
import { TextLink } from '#src/ui/text/text-link.tsx';
import type { DetailPartProps } from '#src/views/detail/detail-spec.ts';
import { catalogSearch } from '../list/catalog-search.ts';
import { itemName, shownClass, type Item } from './item-row.ts';
import type { ItemRead } from './use-item.ts';

type Props = DetailPartProps<ItemRead>;

/** Spec 2: "Last scraped" is a warning "when older than 1 hour". */
const SCRAPED_LATE_MS = 3_600_000;

/** Every fact of an item; what is not known is left out. */
export function ItemFacts({ value: { item, detail } }: Props): ReactElement {
  const { type, tags, created_at: created, updated_at: updated, deleted_at: deleted } = item;
  const cost = item.cost_total_30d;
  // Of what is kept it is only known how late it was then.
  const asOf = detail.value?.claim.basis === 'kept' ? detail.value.claim.asOf : null;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Name', itemName(item)],
    ['Tags', tags.length > 0 && <Tags tags={tags} />],
    ['Status', hasStatus(item) && <StatusFact item={item} />],
    ['Created', (created !== null || item.scraper_id !== null) && <Created item={item} />],
    [
      'Updated',
      updated !== null && (
        <>
          <Age at={updated} label="Updated" />
          <LastScraped asOf={asOf} at={item.last_scraped_time} />
        </>
      ),
    ],
    ['Deleted', deleted !== null && <Age at={deleted} label="Deleted" />],
    ['Type', type !== null && <TextLink href={typeHref(type)}>{type}</TextLink>],
    ['Class', shownClass(item)],
    ['Cost', cost !== null && <span title="In the last 30 days">{`${shortCost(cost)} in 30 days`}</span>],
  ];
  const items = facts.flatMap(([label, value]) =>
    value === null || value === false || value === '' ? [] : [{ id: label, label, value }],
  );
  return <KeyValueList items={items} />;
}

function typeHref(type: string): string {
  return catalogSearch.href({ configType: configTypeToUrl(type) });
}

function hasStatus({ status, health, description }: Item): boolean {
  return (status ?? health ?? description ?? '') !== '';
}

/** The word of the source beside the mark of its health, and what it says of it. */
export function StatusFact({ item: { status, health, description } }: { item: Item }): ReactElement {
  return (
    <>
      <StatusWords health={health} status={status} />
      {description !== null && description !== '' && <p className="text-muted">{description}</p>}
    </>
  );
}

export function StatusWords({ status, health }: Pick<Item, 'status' | 'health'>): ReactElement {
  const hasWord = status !== null && status !== '';
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5">
      {health !== null && <HealthMark health={health} isWordHidden={hasWord} />}
      {hasWord && <span className="min-w-0 self-baseline">{status}</span>}
    </span>
  );
}

function Tags({ tags }: Pick<Item, 'tags'>): ReactElement {
  return (
    <span className="flex flex-wrap gap-1">
      {tags.map(({ name, value }) => (
        <Badge key={name} title={`${name}=${value}`}>{`${name}=${value}`}</Badge>
      ))}
    </span>
  );
}

function Created({ item: { created_at: at, scraper_id: id, scraper } }: { item: Item }): ReactElement {
  return (
    <>
      {at !== null && <Age at={at} label="Created" />}
      {id !== null && (
        <>
          {' by '}
          <TextLink href={`/catalog/scrapers/${encodeURIComponent(id)}`}>
            {scraper?.name ?? 'its scraper'}
          </TextLink>
        </>
      )}
    </>
  );
}

/** An item that nobody has looked at for long may be another by now. */
function LastScraped({ at, asOf }: { at: string | null; asOf: string | null }): ReactElement | null {
  const atMs = instantMs(at);
  const nowMs = useAgeNow(atMs);
  if (atMs === undefined) return null;
  const untilMs = Math.min(nowMs, instantMs(asOf) ?? nowMs);
  if (untilMs - atMs <= SCRAPED_LATE_MS) return null;
  return (
    <p className="flex items-center gap-1.5">
      <Icon className="shrink-0" icon={TriangleAlert} size={14} />
      <span>
        Last scraped <Ago at={at} label="Last scraped" />
      </span>
    </p>
  );
}
