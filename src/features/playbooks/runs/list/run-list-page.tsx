import type { ReactElement } from 'react';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { ListBody, ListPlace } from '#src/views/list/list-page.tsx';
import type { AddressProps, ListAddress } from '#src/views/list/use-list-address.ts';
import { usePagedRows } from '#src/views/list/use-paged-rows.ts';
import { playbookSearch } from '../../list/playbook-search.ts';
import { readRun, type Run } from '../run-row.ts';
import { ChooseToCompare, ChosenRun } from './choose-to-compare.tsx';
import { OnePlaybook } from './one-playbook.tsx';
import { runListSpec } from './run-list-spec.tsx';
import { isOfDevice, questionOf, rangeOf } from './run-query.ts';
import type { RunListParams, RunListSearch } from './run-search.ts';
import { useLocalRuns } from './use-local-runs.ts';
import { useServerNow } from './use-server-now.ts';

/** `/playbooks/runs`: what the device has whole is read from it, older runs page by page from the server. */
export function RunListPage(route: AddressProps<RunListSearch>): ReactElement {
  const nowMs = useServerNow();
  return (
    <ListPlace {...route} spec={runListSpec}>
      {(address) => (
        <ChooseToCompare address={address}>
          {isOfDevice(rangeOf(address.view), nowMs) ? (
            <LocalRuns address={address} />
          ) : (
            <ServedRuns address={address} />
          )}
        </ChooseToCompare>
      )}
    </ListPlace>
  );
}

interface RunsProps {
  address: ListAddress<RunListParams>;
}

function LocalRuns({ address }: RunsProps): ReactElement {
  const source = useLocalRuns(address.search);
  return (
    <ListBody actions={<Actions address={address} />} address={address} source={source} spec={runListSpec} />
  );
}

function ServedRuns({ address }: RunsProps): ReactElement {
  const source = usePagedRows<Run, RunListParams>({ question: questionOf(address.search), toRow: readRun });
  return (
    <ListBody actions={<Actions address={address} />} address={address} source={source} spec={runListSpec} />
  );
}

function Actions({ address: { view } }: RunsProps): ReactElement {
  return (
    <>
      <ChosenRun />
      <LinkButton href={playbookSearch.path}>Playbooks</LinkButton>
      {view.playbook !== undefined && view.playbook !== '' && <OnePlaybook id={view.playbook} />}
    </>
  );
}
