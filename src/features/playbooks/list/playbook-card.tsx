import { EllipsisVertical, History, Pencil, Play, Trash2, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import type { PlaybookRef } from '#sync/read/playbooks/playbooks.ts';
import { runPlaybookHref } from '#src/platform/actions/run-playbook.ts';
import { IconButton } from '#src/ui/button.tsx';
import { Age } from '#src/ui/marks/age.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { IconMark } from '#src/ui/marks/type-mark.tsx';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { PlainLink } from '#src/ui/text/text-link.tsx';
import { syncStateOf } from '#src/views/sync-marks.ts';
import { readOnlyReason } from '../editor/origin.ts';
import { RunStatus } from '../runs/run-columns.tsx';
import { runHref } from '../runs/run-row.ts';
import { runsHref } from '../runs/list/run-search.ts';
import { playbookName } from './playbook-groups.ts';
import { playbookHref } from './playbook-href.ts';

/** What is asked for at a card. */
export type CardChange = 'edit' | 'delete';

interface PlaybookCardProps {
  playbook: PlaybookRef;
  /** Null where this person may change none. */
  onChange: ((change: CardChange, playbook: PlaybookRef) => void) | null;
}

interface CardLinkProps {
  href: string;
  icon: LucideIcon;
  children: string;
  /** Of the playbook: cards have the same words. */
  name: string;
  of?: string;
  'data-card'?: boolean;
}

function CardLink({ icon, children, name, of = '', ...link }: CardLinkProps): ReactElement {
  return (
    <PlainLink className="inline-flex min-h-target items-center gap-1.5 px-2 text-accent" {...link}>
      <Icon icon={icon} size={14} />
      <span>
        {children}
        <span className="sr-only">
          {' '}
          {of}
          {name}
        </span>
      </span>
    </PlainLink>
  );
}

/** A playbook: what it does, how it went last, and the way to its runs. */
export function PlaybookCard({ playbook, onChange }: PlaybookCardProps): ReactElement {
  const { id, name, title, description, icon, source, lastRun, marks } = playbook;
  const shown = playbookName(playbook);
  const state = syncStateOf(marks);
  return (
    <li className="flex min-w-0 flex-col rounded-panel border border-line bg-panel">
      <div className="flex min-w-0 flex-1 gap-2.5 px-3.5 pt-3">
        <IconMark className="mt-0.5" name={icon ?? name} />
        <div className="min-w-0 flex-1">
          <h3 className="text-body font-semibold wrap-any">
            <PlainLink href={playbookHref(id)}>{shown}</PlainLink>
          </h3>
          <p className="truncate text-caption text-muted">
            {[title === null || title === name ? null : name, source].filter(Boolean).join(' · ')}
          </p>
          {description !== null && <p className="mt-1.5 line-clamp-3 text-table wrap-any">{description}</p>}
        </div>
        {state !== undefined && <SyncMark isCompact state={state} />}
        {onChange !== null && <CardMenu playbook={playbook} onChange={onChange} />}
      </div>
      <div className="mt-2.5 flex min-h-target items-center gap-3 border-t border-line py-0.5 ps-3.5 pe-1.5 text-table">
        {lastRun !== null && lastRun !== undefined && (
          <PlainLink className="inline-flex min-h-target min-w-0 items-center gap-2" href={runHref(lastRun)}>
            <span className="sr-only">Last run of {shown}:</span>
            <RunStatus run={lastRun} />
            <Age at={lastRun.at} className="text-muted" label="Last run" />
          </PlainLink>
        )}
        {lastRun === null && <span className="text-muted">No run in 7 days</span>}
        <span className="ms-auto flex shrink-0 gap-1">
          {onChange !== null && (
            <CardLink href={runPlaybookHref(id)} icon={Play} name={shown}>
              Run
            </CardLink>
          )}
          <CardLink data-card href={runsHref(id)} icon={History} name={shown} of="of ">
            History
          </CardLink>
        </span>
      </div>
    </li>
  );
}

interface CardMenuProps {
  playbook: PlaybookRef;
  onChange: NonNullable<PlaybookCardProps['onChange']>;
}

function CardMenu({ playbook, onChange }: CardMenuProps): ReactElement {
  const label = `Actions of ${playbookName(playbook)}`;
  const disabledReason = readOnlyReason(playbook);
  return (
    <Menu
      groups={[
        {
          id: 'changes',
          items: [
            {
              id: 'edit',
              label: 'Edit',
              icon: Pencil,
              disabledReason,
              onAction: () => onChange('edit', playbook),
            },
            {
              id: 'delete',
              label: 'Delete',
              icon: Trash2,
              disabledReason,
              onAction: () => onChange('delete', playbook),
            },
          ],
        },
      ]}
      label={label}
      placement="bottom end"
      trigger={<IconButton className="-mt-1 -me-2" icon={EllipsisVertical} label={label} size="small" />}
    />
  );
}
