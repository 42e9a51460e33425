import { Boxes, Camera, EllipsisVertical, Link2, ScrollText, ZoomIn } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useAttachEvidence } from '#src/platform/actions/attach-evidence.tsx';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { late } from '#src/ui/late.tsx';
import { Menu, type MenuAction } from '#src/ui/overlays/menu.tsx';
import { usePlaybookMenu } from '#src/views/playbook-menu.ts';
import { topologyHref } from '../topology-href.ts';

// Opened seldom: not with the cards.
const SnapshotDialog = late(async () => (await import('./snapshot-dialog.tsx')).SnapshotDialog);
const LinkCatalogDialog = late(async () => (await import('./link-catalog-dialog.tsx')).LinkCatalogDialog);

interface ComponentMenuProps {
  componentId: string;
  name: string;
}

/** What can be done with a component, on its card and on its panel (spec 2: "Resource menu on a component"). */
export function ComponentMenu({ componentId, name }: ComponentMenuProps): ReactElement {
  const { isEnabled, can } = useAccess();
  const attach = useAttachEvidence();
  const { phase } = useSyncStatus();
  const playbooks = usePlaybookMenu({ kind: 'component', id: componentId });
  const [dialog, setDialog] = useState<'snapshot' | 'catalog' | null>(null);
  const close = (isOpen: boolean): void => {
    if (!isOpen) setDialog(null);
  };
  const items: readonly (MenuAction | false)[] = [
    isEnabled('logs') && {
      id: 'logs',
      label: 'View Logs',
      icon: ScrollText,
      href: `/logs?topologyId=${encodeURIComponent(componentId)}`,
    },
    { id: 'zoom', label: 'Zoom In', icon: ZoomIn, href: topologyHref(componentId) },
    attach !== null && {
      id: 'incident',
      label: 'Link to Incident',
      icon: Link2,
      onAction: () => attach({ kind: 'topology', componentId, name }),
    },
    {
      id: 'snapshot',
      label: 'Snapshot',
      icon: Camera,
      disabledReason: phase === 'offline' ? 'This device is offline: the server makes the file' : undefined,
      onAction: () => setDialog('snapshot'),
    },
    can('write', 'database') && {
      id: 'catalog',
      label: 'Link to catalog',
      icon: Boxes,
      onAction: () => setDialog('catalog'),
    },
  ];
  return (
    <>
      <Menu
        groups={[
          { id: 'actions', items: items.filter((item) => item !== false) },
          ...(playbooks === null ? [] : [playbooks.group]),
        ]}
        label={`Actions of ${name}`}
        trigger={<IconButton icon={EllipsisVertical} label={`Actions of ${name}`} size="small" />}
        onOpenChange={(isOpen) => {
          if (isOpen) playbooks?.onOpen();
        }}
      />
      {dialog === 'snapshot' && <SnapshotDialog componentId={componentId} name={name} onOpenChange={close} />}
      {dialog === 'catalog' && (
        <LinkCatalogDialog componentId={componentId} name={name} onOpenChange={close} />
      )}
    </>
  );
}
