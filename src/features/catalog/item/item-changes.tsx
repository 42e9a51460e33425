import { useState, type ReactElement } from 'react';
import { Switch } from '#src/ui/forms/switch.tsx';
import type { ControlProps } from '#src/views/list/list-filters.tsx';
import { ListBody } from '#src/views/list/list-page.tsx';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import { usePagedRows } from '#src/views/list/use-paged-rows.ts';
import { changeListSpec } from '../changes/change-list-spec.tsx';
import { readChange, type Change } from '../changes/change-row.ts';
import { deletedChangesHidden } from '../changes/hide-deleted.ts';
import { withTimeline } from '../changes/timeline/timeline-slot.tsx';
import { OpenChange } from '../changes/open-change.tsx';
import { useItemAddress, useTabAddress } from './item-address.ts';
import { itemQuestionOf } from './item-change-query.ts';
import { itemChangeSearch, type ItemChangeParams } from './item-change-search.ts';
import { TabFrame } from './tab-frame.tsx';

type Props = ControlProps<ItemChangeParams>;

/** `/catalog/{id}/changes`: the changes of one item, and of what is related to it. */
export function ItemChanges({ id }: { id: string }): ReactElement {
  const { onBack } = useItemAddress();
  const [spec] = useState(() => specOf(id));
  const address = useTabAddress('changes', spec.search);
  // oxlint-disable-next-line react/hooks -- a tab keeps its description while it is mounted
  const source = spec.useRows(address.search);
  return (
    <TabFrame room={address.view.timeline === undefined ? 'list' : 'both'}>
      <ListBody
        isPart
        actions={null}
        address={address}
        renderRows={withTimeline}
        source={source}
        spec={spec}
      />
      <OpenChange address={address} lines={source.lines} onBack={onBack} />
    </TabFrame>
  );
}

function specOf(itemId: string): ListSpec<ItemChangeParams, Change> {
  const search = itemChangeSearch(itemId);
  return {
    ...changeListSpec,
    id: 'item-changes',
    words: { ...changeListSpec.words, find: null },
    search,
    filters: [
      { kind: 'slot', id: 'downstream', Control: Downstream },
      { kind: 'slot', id: 'upstream', Control: Upstream },
      ...changeListSpec.filters,
    ],
    useRows: (asked) =>
      usePagedRows({
        question: itemQuestionOf(itemId, asked, deletedChangesHidden.useIsOn()),
        toRow: readChange,
      }),
    rowHref: ({ id }, asked) => search.href({ ...asked, changeId: id }),
  };
}

function Downstream({ view, change }: Props): ReactElement {
  return (
    <Switch
      isSelected={view.downstream}
      onChange={(isOn) => change({ downstream: isOn ? undefined : false })}
    >
      Downstream
    </Switch>
  );
}

function Upstream({ view, change }: Props): ReactElement {
  return (
    <Switch isSelected={view.upstream} onChange={(isOn) => change({ upstream: isOn ? true : undefined })}>
      Upstream
    </Switch>
  );
}
