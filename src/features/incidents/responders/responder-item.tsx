import { Trash2, Users } from 'lucide-react';
import { useId, useState, type ReactElement } from 'react';
import type { ResponderView } from '#sync/read/responders.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { Avatar } from '#src/ui/marks/avatar.tsx';
import { Badge } from '#src/ui/marks/badge.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { useIncidentCommands } from '../commands.ts';
import { syncStateOf } from '#src/views/sync-marks.ts';
import { tellOutcome } from '#src/views/tell-outcome.ts';
import { ResponderPopup } from './responder-popup.tsx';
import { useHoverCard } from './use-hover-card.ts';

interface ResponderItemProps {
  incidentId: string;
  responder: ResponderView;
  canEdit: boolean;
}

/** One responder: who, where it stands, and after a second what is known of it. */
export function ResponderItem({ incidentId, responder, canEdit }: ResponderItemProps): ReactElement {
  const card = useHoverCard();
  const cardId = useId();
  const { who, kind, externalId, marks, ops } = responder;
  const state = syncStateOf(marks, ops);
  return (
    <li className="relative flex min-h-target items-center gap-1">
      <div className="min-w-0 flex-1" {...card.frame}>
        <button
          {...card.trigger}
          aria-controls={card.isOpen ? cardId : undefined}
          aria-expanded={card.isOpen}
          className="-ms-1.5 flex min-h-target max-w-full min-w-0 items-center gap-2 rounded-control px-1.5 text-start text-table hover:bg-hover"
          type="button"
        >
          <Avatar isDecorative id={who.id} name={who.name} />
          {/* In a narrow place what is beside the name goes below it, not over it. */}
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            <span className="max-w-full truncate">{who.name}</span>
            {kind === 'team' && (
              <span className="inline-flex items-center gap-1 text-muted">
                <Icon icon={Users} size={14} />
                Team
              </span>
            )}
            {externalId !== null && (
              <Badge isCode tone="outline">
                {externalId}
              </Badge>
            )}
          </span>
        </button>
        {card.isOpen && <ResponderPopup id={cardId} responder={responder} />}
      </div>
      {state !== undefined && <SyncMark isCompact state={state} />}
      {canEdit && <RemoveButton incidentId={incidentId} responder={responder} />}
    </li>
  );
}

/** A soft delete, asked once. */
function RemoveButton({ incidentId, responder }: Omit<ResponderItemProps, 'canEdit'>): ReactElement {
  const commands = useIncidentCommands(incidentId);
  const model = useReadModel();
  const [isOpen, setOpen] = useState(false);
  const { id, who, kind } = responder;
  const remove = (): void => {
    setOpen(false);
    tellOutcome(model, () => commands.removeResponder(id), {
      saved: 'Responder deleted successfully',
      failed: () => 'Responder not deleted',
    }).catch(ignoreTold);
  };
  return (
    <>
      <IconButton
        icon={Trash2}
        label={`Delete responder ${who.name}`}
        size="small"
        onPress={() => setOpen(true)}
      />
      <ConfirmDialog
        confirmLabel="Delete responder"
        isOpen={isOpen}
        title={`Delete responder ${who.name}?`}
        onConfirm={remove}
        onOpenChange={setOpen}
      >
        {kind === 'team'
          ? 'The team no longer responds to this incident. A ticket that was opened for it stays open in the other system.'
          : 'They no longer respond to this incident. They can be added again.'}
      </ConfirmDialog>
    </>
  );
}

/** The toast has said it; the row stands as it was. */
function ignoreTold(): void {
  return undefined;
}
