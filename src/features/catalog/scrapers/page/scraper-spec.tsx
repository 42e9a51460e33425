import { Trash2 } from 'lucide-react';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { DocumentCode } from '#src/code/document-code.tsx';
import { Age } from '#src/ui/marks/age.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { BodyView } from '#src/views/body-view.tsx';
import type { DetailHead, DetailPartProps, DetailSpec } from '#src/views/detail/detail-spec.ts';
import { lastListHref } from '#src/views/list/list-href.ts';
import { isRow } from '#src/views/row-text.ts';
import { readLines, writeLines } from '../../item/selected-lines.ts';
import { scraperSearch } from '../scraper-search.ts';
import { useScraperAddress } from './scraper-address.ts';
import { useScraper, type ScraperRead } from './use-scraper.ts';

type Props = DetailPartProps<ScraperRead>;

/** A scraper (spec 2: "Detail has tabs Spec and Job History"). */
export const scraperSpec: DetailSpec<ScraperRead> = {
  subject: {
    label: 'Scraper',
    notFound: 'No resources found',
    list: { label: 'Scrapers', href: () => lastListHref(scraperSearch.path) },
  },
  useOne: useScraper,
  useHead: useScraperHead,
  tabs: [
    { id: 'spec', label: 'Spec', Body: SpecTab },
    { id: 'jobs', label: 'Job History', Body: JobsTab },
  ],
  aside: [{ id: 'details', title: 'Details', Body: ScraperFacts }],
};

function useScraperHead({ value: { scraper, deletedAt, again } }: Props): DetailHead {
  const { name, namespace, source } = scraper;
  return {
    name,
    title: name,
    marks: (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {namespace !== null && <span>{namespace}</span>}
        {source !== null && <span>{source}</span>}
        {deletedAt !== null && (
          <span className="inline-flex items-center gap-1.5">
            <Icon icon={Trash2} size={14} />
            Deleted
          </span>
        )}
      </span>
    ),
    isOld: false,
    actions: [],
    refresh: async () => again(),
  };
}

function SpecTab({ value: { scraper, definition } }: Props): ReactElement {
  return (
    <BodyView isToRead read={definition} what={`The definition of ${scraper.name}`}>
      {(body) => <Definition spec={isRow(body) ? body['spec'] : undefined} />}
    </BodyView>
  );
}

function Definition({ spec }: { spec: unknown }): ReactElement {
  const { content, onContent } = useScraperAddress();
  const lines = useMemo(() => readLines(content.selected), [content.selected]);
  if (spec === undefined || spec === null || spec === '')
    return <p className="text-table text-muted">It has none.</p>;
  return (
    <DocumentCode
      document={spec}
      format={content.format ?? 'json'}
      label="Spec"
      selectedLines={lines}
      // Lines of one are other lines of the other.
      onFormat={(format) =>
        onContent({ format: format === 'yaml' ? format : undefined, selected: undefined })
      }
      onSelectLines={(next) => onContent({ ...content, selected: writeLines(next) })}
    />
  );
}

function JobsTab(): ReactElement {
  return <>{useScraperAddress().jobs}</>;
}

/** Every fact of a scraper; what is not known is left out. */
function ScraperFacts({ value: { scraper, deletedAt } }: Props): ReactElement {
  const { name, namespace, description, source, agent, author, createdAt, updatedAt } = scraper;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Name', name],
    ['Namespace', namespace],
    ['Description', description],
    ['Source', source],
    [
      'Agent',
      agent !== null && (
        <TextLink href={`/settings/agents?id=${encodeURIComponent(agent.id)}`}>
          {agent.name ?? agent.id.slice(0, 8)}
        </TextLink>
      ),
    ],
    ['Created By', author?.name ?? null],
    ['Created', createdAt !== null && <Age at={createdAt} label="Created" />],
    ['Updated', updatedAt !== null && <Age at={updatedAt} label="Updated" />],
    ['Deleted', deletedAt !== null && <Age at={deletedAt} label="Deleted" />],
  ];
  const items = facts.flatMap(([label, value]) =>
    value === null || value === false || value === '' ? [] : [{ id: label, label, value }],
  );
  return <KeyValueList items={items} />;
}
