import { Unlink } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { ConfigLink } from '#sync/read/component-links.ts';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import { useConfigLinkCommands } from './use-config-links.ts';

interface UnlinkButtonProps {
  link: ConfigLink;
  /** What is at the other end, for people. */
  name: string;
  screen: string;
}

/** Takes away a link that a person made; of others the server decides, and nothing is offered. */
export function UnlinkButton({ link, name, screen }: UnlinkButtonProps): ReactElement | null {
  const { can } = useAccess();
  const { unlink } = useConfigLinkCommands(screen);
  const [isAsking, setAsking] = useState(false);
  if (!link.isHandMade || !can('write', 'database')) return null;
  return (
    <>
      <IconButton icon={Unlink} label={`Unlink ${name}`} size="small" onPress={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          isOpen
          confirmLabel="Delete"
          title="Delete config link?"
          onConfirm={() => {
            setAsking(false);
            // What went wrong has been said.
            unlink(link).catch(() => undefined);
          }}
          onOpenChange={setAsking}
        >
          <p>Are you sure you want to delete this config link</p>
          <p className="mt-2 font-medium text-fg wrap-any">{name}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
