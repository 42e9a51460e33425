import type { ReactElement } from 'react';
import { whenIdle } from '#src/platform/shell/when-idle.ts';
import { ListPage } from '#src/views/list/list-page.tsx';
import type { AddressProps } from '#src/views/list/use-list-address.ts';
import { CatalogTabs } from '../catalog-tabs.tsx';
import { typeListed } from '../config-type-param.ts';
import { insightListSpec } from './insight-list-spec.tsx';
import type { InsightSearch } from './insight-search.ts';
import { loadInsightDialog, OpenInsight } from './open-insight.tsx';

interface InsightListPageProps extends AddressProps<InsightSearch> {
  /** One step back in history. */
  onBack: () => void;
}

/** `/catalog/insights` */
export function InsightListPage({ onBack, ...rest }: InsightListPageProps): ReactElement {
  return (
    <ListPage
      {...rest}
      actions={<CatalogTabs configType={typeListed(rest.search.configType ?? '')} current="insights" />}
      renderOver={(listed) => <OpenInsight {...listed} onBack={onBack} />}
      spec={insightListSpec}
      onListed={bringDialog}
    />
  );
}

/** Any row may be opened next: its dialog is here before somebody does. */
function bringDialog(): () => void {
  return whenIdle(() => {
    // A chunk that is not there now is asked for again when an insight is opened, and then says so.
    loadInsightDialog().catch(() => undefined);
  });
}
