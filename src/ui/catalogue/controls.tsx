import { Bell, Copy, EllipsisVertical, Link2, Pencil, Play, Plus, RotateCw, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button, IconButton } from '../button.tsx';
import { Chapter, Specimen } from './frame.tsx';
import { ConfirmDialog } from '../overlays/confirm-dialog.tsx';
import { Dialog, type DialogSize } from '../overlays/dialog.tsx';
import { LinkButton } from '../text/link-button.tsx';
import { Menu, type MenuGroup } from '../overlays/menu.tsx';
import { Popover } from '../overlays/popover.tsx';
import { TextField } from '../forms/text-field.tsx';
import { TextLink } from '../text/text-link.tsx';
import { toast } from '../overlays/toast-queue.ts';

const OFFLINE = 'Needs connection: this runs on the server';

const MENU: readonly MenuGroup[] = [
  {
    id: 'edit',
    items: [
      { id: 'rename', label: 'Rename', icon: Pencil, shortcut: 'F2' },
      { id: 'copy', label: 'Copy link', icon: Copy },
      { id: 'run', label: 'Run playbook', icon: Play, disabledReason: OFFLINE },
    ],
  },
  {
    id: 'status',
    title: 'Status',
    items: [
      { id: 'open', label: 'Open', isChosen: true },
      { id: 'mitigated', label: 'Mitigated', description: 'Impact has ended' },
    ],
  },
  { id: 'danger', items: [{ id: 'delete', label: 'Delete', icon: Trash2, tone: 'danger' }] },
];

/** Buttons, menus, popovers, dialogs and toasts. */
export function ControlsChapter(): ReactElement {
  return (
    <Chapter title="Actions and overlays">
      <Specimen title="Button">
        <Button icon={Plus} variant="primary">
          New incident
        </Button>
        <Button>Attach as Evidence</Button>
        <Button icon={RotateCw} variant="ghost">
          Refresh
        </Button>
        <Button icon={Trash2} variant="danger">
          Delete
        </Button>
        <Button isPending variant="primary">
          Saving
        </Button>
        <Button disabledReason={OFFLINE} variant="primary">
          Run Now
        </Button>
        <Button disabledReason={OFFLINE}>Invite</Button>
      </Specimen>
      <Specimen title="Small, icon and link buttons">
        <Button size="small" variant="primary">
          Send
        </Button>
        <Button size="small">Edit</Button>
        <Button size="small" variant="ghost">
          Discard
        </Button>
        <IconButton icon={Bell} label="Messages" />
        <IconButton icon={RotateCw} label="Refresh" variant="secondary" />
        <IconButton disabledReason={OFFLINE} icon={Play} label="Run Now" />
        <LinkButton href="#link" icon={Link2}>
          Open in catalog
        </LinkButton>
        <TextLink href="#text">A link in text</TextLink>
      </Specimen>
      <Specimen title="Menu and popover">
        <Menu
          groups={MENU}
          label="Incident actions"
          trigger={<IconButton icon={EllipsisVertical} label="Actions" variant="secondary" />}
        />
        <Popover className="w-72" label="Tags" trigger={<Button>+3 tags</Button>}>
          <TextField help="Kept on this device" label="Name of the view" />
        </Popover>
      </Specimen>
      <DialogSpecimen />
      <ToastSpecimen />
    </Chapter>
  );
}

const SIZES: readonly DialogSize[] = ['small', 'medium', 'large', 'full', 'side'];

function DialogSpecimen(): ReactElement {
  const [openSize, setOpenSize] = useState<DialogSize>();
  const [isConfirming, setConfirming] = useState(false);
  const close = (): void => setOpenSize(undefined);
  return (
    <Specimen title="Dialog">
      {SIZES.map((size) => (
        <Button key={size} onPress={() => setOpenSize(size)}>
          {`Open ${size}`}
        </Button>
      ))}
      <Button variant="danger" onPress={() => setConfirming(true)}>
        Delete hypothesis
      </Button>
      <Dialog
        description="Everyone on the incident sees it"
        footer={
          <>
            <Button variant="ghost" onPress={close}>
              Cancel
            </Button>
            <Button variant="primary" onPress={close}>
              Create
            </Button>
          </>
        }
        isOpen={openSize !== undefined}
        size={openSize ?? 'medium'}
        title="Create New Incident"
        onOpenChange={close}
      >
        <div className="flex flex-col gap-4">
          <TextField isRequired label="Title" placeholder="What is broken, for whom" />
          <TextField error="Please provide valid value" label="Namespace" value="kube system" />
        </div>
      </Dialog>
      <ConfirmDialog
        alternative={{ label: 'Disprove Hypothesis', onPress: () => setConfirming(false) }}
        confirmLabel="Delete"
        isOpen={isConfirming}
        title="Delete hypothesis?"
        onConfirm={() => setConfirming(false)}
        onOpenChange={setConfirming}
      >
        Deletes 1 hypothesis, 4 comments, 2 evidences.
      </ConfirmDialog>
    </Specimen>
  );
}

function ToastSpecimen(): ReactElement {
  const handleLoading = (): void => {
    const handle = toast({ kind: 'loading', text: 'Exporting unsent work' });
    setTimeout(() => handle.update({ kind: 'success', text: 'Unsent work exported' }), 2000);
  };
  return (
    <Specimen title="Toast">
      <Button
        onPress={() =>
          toast({
            kind: 'success',
            text: 'Linked to incident successfully',
            link: { href: '#incident', label: 'Open the incident' },
          })
        }
      >
        Success
      </Button>
      <Button
        onPress={() =>
          toast({
            kind: 'error',
            text: 'Incident status updated failed',
            detail: 'Closed incidents can only go to open.',
          })
        }
      >
        Error
      </Button>
      <Button onPress={handleLoading}>Loading, then success</Button>
    </Specimen>
  );
}
