import { Workflow } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { ListBody } from '#src/views/list/list-page.tsx';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import { searchSpec } from '#src/views/list/search-spec.ts';
import { useListState } from '#src/views/list/use-list-address.ts';
import { narrowColumns, runColumns } from './run-columns.tsx';
import { runHref, runName, type Run } from './run-row.ts';
import { runParams, useRuns, type RunParams } from './use-runs.ts';

/** Spec 9: "Config playbooks list: 200". */
const PAGE_SIZE = 200;

/** The runs of playbooks on one item of the catalog: for the page of that item. */
export function RunsOfItem({ id }: { id: string }): ReactElement {
  const [spec] = useState(() => specOf(id));
  const address = useListState(spec.search, spec.search.path);
  // oxlint-disable-next-line react/hooks -- a tab keeps its description while it is mounted
  const source = spec.useRows(address.search);
  return <ListBody isPart actions={null} address={address} source={source} spec={spec} />;
}

function specOf(itemId: string): ListSpec<RunParams, Run> {
  return {
    id: 'item-playbooks',
    words: {
      title: 'Playbooks',
      rows: 'Playbook runs',
      find: null,
      empty: { icon: Workflow, title: 'No data available' },
    },
    search: searchSpec({ path: `/catalog/${itemId}/playbooks`, typingMs: 400, params: runParams }),
    filters: [],
    columns: runColumns,
    narrowColumns,
    layoutKey: storageKeys.runColumns,
    pageSizes: [],
    useRows: () => useRuns({ configId: itemId }, PAGE_SIZE),
    rowName: runName,
    rowHref: (run) => runHref(run),
  };
}
