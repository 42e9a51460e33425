import type { ReactElement } from 'react';
import { configLinksRead, type ConfigLink } from '#sync/read/component-links.ts';
import { shownName } from '#src/lib/shown-name.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { UnlinkButton } from '#src/views/config-links/unlink-button.tsx';
import { PanelLine, PanelLines, PanelPart } from '#src/views/panel-lines.tsx';
import { catalogHref } from '../catalog-href.ts';

/** The components that an item of the catalog is linked to: for a section of its page. */
export function ComponentsOfItem({ id }: { id: string }): ReactElement {
  const model = useReadModel();
  const live = useLive(() => model.late(configLinksRead('config_id', id)), [model, id]);
  const links = live.value?.data ?? [];
  return (
    <PanelPart isEmpty={links.length === 0} live={live} none="No components" what="Components">
      <PanelLines
        idOf={(link) => link.componentId}
        label="Components"
        nameOf={(link) => link.componentId}
        rows={links}
      >
        {(link) => <LinkedComponent link={link} />}
      </PanelLines>
    </PanelPart>
  );
}

function LinkedComponent({ link }: { link: ConfigLink }): ReactElement {
  const { componentId, configId, marks } = link;
  const model = useReadModel();
  const { value } = useLive(() => model.componentFacts(componentId), [model, componentId]);
  const known = value?.data ?? null;
  const name = known === null ? componentId.slice(0, 8) : shownName(known.name);
  return (
    <PanelLine
      end={
        <>
          {marks.pending && <SyncMark isCompact state="pending" />}
          <UnlinkButton link={link} name={name} screen={catalogHref(configId)} />
        </>
      }
    >
      <TextLink
        className="inline-flex min-h-target min-w-0 items-center wrap-any"
        href={`/topology/${encodeURIComponent(componentId)}`}
        tone="quiet"
      >
        {name}
      </TextLink>
      {value !== undefined && known === null && <span className="text-muted">not on this device</span>}
    </PanelLine>
  );
}
