import { CloudOff, Trash2 } from 'lucide-react';
import { useMemo, type ReactElement } from 'react';
import { configLinksRead, type ConfigLink } from '#sync/read/component-links.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { shownName } from '#src/lib/shown-name.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useIndexRows } from '#src/platform/replica/use-index.ts';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { TypeMark } from '#src/ui/marks/type-mark.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { UnlinkButton } from '#src/views/config-links/unlink-button.tsx';
import { PanelLine, PanelLines, PanelPart } from '#src/views/panel-lines.tsx';
import { maybeText } from '#src/views/row-text.ts';
import { topologyHref } from '../topology-href.ts';

interface Linked {
  readonly link: ConfigLink;
  /** Undefined while it is read, null where it is not on this device. */
  readonly item: JsonRow | null | undefined;
}

/** What a component is linked to in the catalog, by hand or by its selectors. */
export function CatalogSection({ id }: { id: string }): ReactElement {
  const model = useReadModel();
  const live = useLive(() => model.late(configLinksRead('component_id', id)), [model, id]);
  const links = useMemo(() => live.value?.data ?? [], [live.value]);
  const ids = useMemo(() => links.map(({ configId }) => configId), [links]);
  const items = useIndexRows('config_items', ids);
  const rows = links
    .map((link, at): Linked => ({ link, item: items.isBehind ? undefined : items.value?.[at] }))
    .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
  return (
    <PanelPart isEmpty={rows.length === 0} live={live} none="Not linked to the catalog" what="Catalog">
      <PanelLines idOf={({ link }) => link.configId} label="Catalog" nameOf={nameOf} rows={rows}>
        {(row) => <LinkedItem {...row} />}
      </PanelLines>
    </PanelPart>
  );
}

function LinkedItem({ link, item }: Linked): ReactElement {
  const name = nameOf({ link, item });
  const health = maybeText(item, 'health');
  const type = maybeText(item, 'type');
  const isDeleted = maybeText(item, 'deleted_at') !== null;
  return (
    <PanelLine
      end={
        <>
          {link.marks.pending && <SyncMark isCompact state="pending" />}
          <UnlinkButton link={link} name={name} screen={topologyHref(link.componentId)} />
        </>
      }
    >
      {health !== null && <HealthMark isWordHidden health={health} />}
      {type !== null && <TypeMark type={type} />}
      <TextLink
        className="inline-flex min-h-target min-w-0 flex-1 items-center wrap-any"
        href={`/catalog/${encodeURIComponent(link.configId)}`}
        tone="quiet"
      >
        {name}
      </TextLink>
      {isDeleted && <Mark icon={Trash2} text="deleted" />}
      {item === null && <Mark icon={CloudOff} text="not on this device" />}
    </PanelLine>
  );
}

function Mark({ icon, text }: { icon: typeof Trash2; text: string }): ReactElement {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-muted">
      <Icon icon={icon} size={14} />
      {text}
    </span>
  );
}

function nameOf({ link, item }: Linked): string {
  const name = maybeText(item, 'name');
  return name === null || name === '' ? link.configId.slice(0, 8) : shownName(name);
}
