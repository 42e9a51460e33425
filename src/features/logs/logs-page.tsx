import { ScrollText } from 'lucide-react';
import type { ReactElement } from 'react';
import { DEFAULT_START, logSearch, type LogParams, type LogSearch } from './log-search.ts';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { ListPlace } from '#src/views/list/list-page.tsx';
import type { AddressProps, ListAddress } from '#src/views/list/use-list-address.ts';
import { StaleBar } from '#src/views/view-notices.tsx';
import { LogControls } from './log-controls.tsx';
import { LogLines } from './log-lines.tsx';
import { NoSelectors } from './no-selectors.tsx';
import { useKeptLogs } from './use-reading.ts';
import { useComponentName, useLogComponents, useSelectors, type Source } from './use-sources.ts';

const place = {
  search: logSearch,
  words: { title: 'Logs', rows: 'Logs', find: null, empty: { icon: ScrollText, title: '' } },
};

/** `/logs` (spec 2). */
export function LogsPage(address: AddressProps<LogSearch>): ReactElement {
  return (
    <ListPlace<LogParams> {...address} spec={place}>
      {(held) => <Logs address={held} asked={address.search.query ?? ''} />}
    </ListPlace>
  );
}

interface LogsProps {
  address: ListAddress<LogParams>;
  /** What the address says; what is typed is ahead of it. */
  asked: string;
}

function Logs({ address, asked }: LogsProps): ReactElement {
  const { topologyId, logsSelector, query, start = DEFAULT_START } = address.view;
  const offered = useLogComponents();
  const name = useComponentName(topologyId, offered.sources);
  const { part, again } = useSelectors(topologyId);
  const selectors = part.is === 'found' ? part.value : NO_SELECTORS;
  // As the server does it: the first, where none is named.
  const selector = logsSelector === '' ? selectors[0] : logsSelector;
  const controls = (
    <LogControls
      address={address}
      name={name}
      offered={offered}
      selector={selector ?? ''}
      selectors={selectors}
    />
  );
  if (topologyId === undefined || selector === undefined)
    return (
      <>
        <PageHeader title="Logs">
          {controls}
          <StaleBar />
        </PageHeader>
        {topologyId === undefined ? (
          <NothingChosen sources={offered.sources} />
        ) : (
          <NoSelectors name={name} part={part} onRetry={again} />
        )}
      </>
    );
  return (
    <LogLines
      // What is shown of another source is no answer to this one.
      key={`${topologyId} ${selector}`}
      address={address}
      controls={controls}
      name={name}
      question={{ componentId: topologyId, selector, query: asked, start }}
      selectors={selectors}
      typed={query}
    />
  );
}

const NO_SELECTORS: readonly string[] = [];

/** Recently read ones are a press away. */
function NothingChosen({ sources }: { sources: readonly Source[] }): ReactElement {
  const names = new Map(sources.map((source) => [source.id, source.name]));
  const seen = new Set<string>();
  const recent = useKeptLogs().filter(({ question: { componentId, selector } }) => {
    const isNew = !seen.has(`${componentId} ${selector}`);
    seen.add(`${componentId} ${selector}`);
    return isNew;
  });
  return (
    <EmptyState
      action={
        recent.length > 0 && (
          <>
            {recent.slice(0, MOST_RECENT).map(({ question: { componentId, selector }, name }) => (
              <LinkButton
                href={logSearch.href({ topologyId: componentId, logsSelector: selector })}
                key={`${componentId} ${selector}`}
              >
                {names.get(componentId) ?? (name === '' ? 'A component' : name)}
                {selector !== '' && ` · ${selector}`}
              </LinkButton>
            ))}
          </>
        )
      }
      icon={ScrollText}
      title="Please select a component to view the logs"
    >
      {recent.length > 0
        ? 'These are the ones you read last. What you read stays on this device.'
        : 'You see what its programs wrote, the newest first. What you read stays on this device.'}
    </EmptyState>
  );
}

const MOST_RECENT = 6;
