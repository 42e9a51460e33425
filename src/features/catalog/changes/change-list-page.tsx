import type { ReactElement } from 'react';
import { configTypeFromUrl } from '#src/lib/config-type.ts';
import { whenIdle } from '#src/platform/shell/when-idle.ts';
import { ListPage } from '#src/views/list/list-page.tsx';
import type { AddressProps } from '#src/views/list/use-list-address.ts';
import { CatalogTabs } from '../catalog-tabs.tsx';
import { changeListSpec } from './change-list-spec.tsx';
import type { ChangeSearch } from './change-search.ts';
import { withTimeline } from './timeline/timeline-slot.tsx';
import { loadChangeDialog, OpenChange } from './open-change.tsx';

interface ChangeListPageProps extends AddressProps<ChangeSearch> {
  /** One step back in history. */
  onBack: () => void;
}

/** `/catalog/changes` */
export function ChangeListPage({ onBack, ...rest }: ChangeListPageProps): ReactElement {
  return (
    <ListPage
      {...rest}
      actions={<CatalogTabs configType={configTypeFromUrl(rest.search.configType ?? '')} current="changes" />}
      renderOver={(listed) => <OpenChange {...listed} onBack={onBack} />}
      renderRows={withTimeline}
      spec={changeListSpec}
      onListed={bringDialog}
    />
  );
}

/** Any row may be opened next: its dialog is here before somebody does. */
function bringDialog(): () => void {
  return whenIdle(() => {
    // A chunk that is not there now is asked for again when a change is opened, and then says so.
    loadChangeDialog().catch(() => undefined);
  });
}
