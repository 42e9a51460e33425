import { CircleCheck, CircleX, Info, LoaderCircle, MessagesSquare, type LucideIcon } from 'lucide-react';
import { useSyncExternalStore, type ReactElement } from 'react';
import { useNotices } from '#src/features/sync/sync-queries.ts';
import { UnreadNotices } from '#src/features/sync/unread-notices.tsx';
import { Age } from '#src/ui/marks/age.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { messageLog, type Message, type MessageKind } from '#src/ui/overlays/message-log.ts';
import { TextLink } from '#src/ui/text/text-link.tsx';

const LOOKS: Record<MessageKind, { icon: LucideIcon; word: string; className: string }> = {
  success: { icon: CircleCheck, word: 'Done', className: 'text-healthy' },
  error: { icon: CircleX, word: 'Failed', className: 'text-danger' },
  loading: { icon: LoaderCircle, word: 'In progress', className: 'text-muted' },
  info: { icon: Info, word: 'Note', className: 'text-muted' },
};

/** Everything that was said in a toast since the page was opened, below what still waits to be read. */
export function MessageLogPanel({ onClose }: { onClose: () => void }): ReactElement {
  const { messages } = useSyncExternalStore(messageLog.subscribeReader, messageLog.getSnapshot);
  // Until they have been read it is not known that there are none.
  const hasNone = useNotices().value?.every(({ readAt }) => readAt !== null) ?? false;
  return (
    <Dialog
      description="Since this page was opened, newest first"
      footer={messages.length > 0 ? <Button onPress={messageLog.clear}>Clear</Button> : undefined}
      isDismissable
      isOpen
      size="side"
      title="Messages"
      onOpenChange={onClose}
    >
      <UnreadNotices />
      {messages.length === 0 ? (
        hasNone && (
          <EmptyState icon={MessagesSquare} title="No messages yet">
            Every message that pops up is listed here, so it can be read again.
          </EmptyState>
        )
      ) : (
        <ol className="-mx-5 mt-4 first:mt-0 divide-y divide-line border-y border-line">
          {messages.map((message) => (
            <MessageLine key={message.id} message={message} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

function MessageLine({ message }: { message: Message }): ReactElement {
  const { icon, word, className } = LOOKS[message.kind];
  return (
    <li className="flex items-start gap-2.5 px-5 py-2.5 text-table">
      <Icon className={`mt-0.5 shrink-0 ${className}`} icon={icon} />
      <div className="min-w-0 flex-1 wrap-any">
        <span className="sr-only">{word}: </span>
        {message.href === undefined ? message.text : <TextLink href={message.href}>{message.text}</TextLink>}
        {message.detail !== undefined && <p className="mt-0.5 text-muted">{message.detail}</p>}
      </div>
      <Age at={message.atMs} className="text-muted" />
    </li>
  );
}
