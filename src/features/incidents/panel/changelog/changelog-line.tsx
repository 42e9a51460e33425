import {
  CircleDot,
  CirclePlus,
  History,
  ListChecks,
  MessageSquare,
  Milestone,
  Paperclip,
  Split,
  Star,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import type { ReactElement } from 'react';
import type { Op } from '#sync/protocol/op.ts';
import type { HistoryLine } from '#sync/read/incident-history.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { SyncMark, type SyncState } from '#src/ui/marks/sync-mark.tsx';
import { isKnownType, lineSentence, lineWords, type ChangelogType } from './changelog-labels.ts';

const ICONS: Readonly<Record<ChangelogType, LucideIcon>> = {
  'incident.created': CirclePlus,
  'incident.status_updated': Milestone,
  'hypothesis.created': Split,
  'hypothesis.status_updated': CircleDot,
  'evidence.created': Paperclip,
  'evidence.done_definition_added': ListChecks,
  'responder.created': UserPlus,
  'responder.commented': MessageSquare,
};

interface ChangelogLineProps {
  line: HistoryLine;
  isStarred: boolean;
  onStar: (isStarred: boolean) => void;
}

/** One line: what, who where it is known, when, and the star of this device. */
export function ChangelogLine({ line, isStarred, onStar }: ChangelogLineProps): ReactElement {
  const { type, author, pending, createdAt } = line;
  return (
    <div className="flex items-start gap-2 py-1.5 text-table">
      <Icon className="mt-0.5 text-muted" icon={isKnownType(type) ? ICONS[type] : History} size={15} />
      <div className="min-w-0 flex-1">
        <p className="wrap-any">
          {author !== null && <span className="font-medium">{author.name} </span>}
          {lineWords(line)}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          <Age at={createdAt} />
          {pending !== null && <SyncMark state={pendingMark(pending)} text={pendingWords(pending)} />}
        </p>
      </div>
      <IconButton
        aria-pressed={isStarred}
        className={cx(isStarred && 'text-accent [&_svg]:fill-current')}
        disabledReason={pending === null ? undefined : 'Can be starred once the server has it'}
        icon={Star}
        label={`Star: ${lineSentence(line)}`}
        size="small"
        onPress={() => onStar(!isStarred)}
      />
    </div>
  );
}

function pendingMark(state: Op['state']): SyncState {
  switch (state) {
    case 'conflict':
      return 'conflict';
    case 'parked':
      return 'failed';
    case 'sending':
    case 'ambiguous':
      return 'sending';
    default:
      return 'pending';
  }
}

function pendingWords(state: Op['state']): string {
  const mark = pendingMark(state);
  if (mark === 'conflict') return 'Pending: changed on the server too';
  return mark === 'failed' ? 'Pending: not saved on server' : 'Pending';
}
