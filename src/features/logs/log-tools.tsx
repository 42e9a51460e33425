import { Copy, Download, Ellipsis, Paperclip, WrapText, type LucideIcon } from 'lucide-react';
import { useSyncExternalStore, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { LogQuestion } from '#sync/protocol/log.ts';
import { ATTACH_EVIDENCE_LABEL, useAttachEvidence } from '#src/platform/actions/attach-evidence.tsx';
import { downloadFile } from '#src/platform/actions/download-file.ts';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { storedSwitch } from '#src/platform/device/stored-switch.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { useIsNarrow } from '#src/views/list/narrow.ts';
import type { Reading } from './log-reading.ts';
import { countAll } from './log-stretches.ts';
import { evidenceLines, textPieces } from './log-texts.ts';
import { rowsOf, type LogRows } from './log-view.ts';
import type { OpenReading } from './use-reading.ts';

/** Whether long lines are broken. */
export const wrap = storedSwitch(storageKeys.logWrap, true);

interface LogToolsProps {
  open: OpenReading;
  read: Reading;
  /** What is shown of it. */
  rows: LogRows;
  /** Not every line has been looked at yet. */
  isLooking: boolean;
  question: LogQuestion;
  name: string;
  isWrapped: boolean;
}

/** How many lines there are, and what a person does with them. */
export function LogTools(props: LogToolsProps): ReactElement {
  const { open, read, rows, isLooking, question, name, isWrapped } = props;
  const { selected } = useSyncExternalStore(open.picks.subscribe, open.picks.get);
  const isNarrowed = rows.lines !== countAll(read.stretches);
  const what =
    selected.size > 0
      ? 'the selected lines'
      : isNarrowed
        ? 'the lines that were found'
        : 'all lines that are here';
  const reason =
    selected.size > 0
      ? undefined
      : isLooking
        ? 'Still looking through the lines'
        : rows.lines === 0
          ? 'There are no lines'
          : undefined;
  // Chosen lines stay chosen while others are looked for.
  const pieces = (): Pieces => textPieces(selected.size > 0 ? rowsOf(read.stretches) : rows, selected);
  const tools: readonly Tool[] = [
    { id: 'wrap', label: 'Wrap', icon: WrapText, isOn: isWrapped, run: () => wrap.set(!isWrapped) },
    {
      id: 'copy',
      label: 'Copy',
      icon: Copy,
      what,
      reason,
      run: () => void copyText(pieces()),
    },
    {
      id: 'download',
      label: 'Download',
      icon: Download,
      what,
      reason,
      run: () => void download(name, question, pieces()),
    },
  ];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <output className="me-auto text-table text-muted">
        {selected.size > 0 ? (
          <>
            {counted(selected.size, 'line')} selected{' '}
            <Button size="small" variant="ghost" onPress={() => open.picks.clear()}>
              Clear selection
            </Button>
          </>
        ) : (
          linesWords(read, rows)
        )}
      </output>
      <ToolButtons tools={tools} />
      <AttachButton name={name} open={open} question={question} read={read} selected={selected} />
    </div>
  );
}

interface Tool {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
  /** Whether it is on, for what is switched. */
  readonly isOn?: boolean;
  /** What it is done with. */
  readonly what?: string;
  readonly reason?: string | undefined;
}

/** Beside each other, or in a menu where they have no room. */
function ToolButtons({ tools }: { tools: readonly Tool[] }): ReactElement {
  const isNarrow = useIsNarrow();
  if (isNarrow) {
    const items = tools.map(({ id, label, icon, run, isOn, what, reason }) => ({
      id,
      label,
      icon,
      description: what,
      isChosen: isOn,
      disabledReason: reason,
      onAction: run,
    }));
    return (
      <Menu
        groups={[{ id: 'tools', items }]}
        label="What to do with the lines"
        placement="bottom end"
        trigger={
          <IconButton icon={Ellipsis} label="What to do with the lines" size="small" variant="secondary" />
        }
      />
    );
  }
  return (
    <>
      {tools.map(({ id, label, icon, run, isOn, what, reason }) => (
        <Button
          {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
          {...(what === undefined ? {} : { 'aria-label': `${label} ${what}` })}
          disabledReason={reason}
          icon={icon}
          key={id}
          size="small"
          variant={isOn === false ? 'ghost' : 'secondary'}
          onPress={run}
        >
          {label}
        </Button>
      ))}
    </>
  );
}

/** What one evidence may hold: it is copied to every device that has the incident. */
const MOST_LINES = 500;
const MOST_CHARS = 512 * 1024;
const TOO_MUCH = 'Select fewer lines: evidence is copied to every device that has the incident.';

interface AttachButtonProps extends Pick<LogToolsProps, 'open' | 'read' | 'question' | 'name'> {
  selected: ReadonlySet<number>;
}

/** Freezes the chosen lines, with those around them, into an incident. */
function AttachButton({ open, read, question, name, selected }: AttachButtonProps): ReactElement | null {
  const attach = useAttachEvidence();
  if (attach === null) return null;
  const press = (): void => {
    const evidence = evidenceLines(read.stretches, selected);
    if (evidence.lines.reduce((sum, { message }) => sum + message.length, 0) > MOST_CHARS) {
      toast({ kind: 'error', text: TOO_MUCH });
      return;
    }
    attach({ kind: 'log', componentId: question.componentId, name, ...evidence }, (isLinked) => {
      if (isLinked) open.picks.clear();
    });
  };
  return (
    <Button
      disabledReason={
        selected.size === 0 ? 'Select the lines first' : selected.size > MOST_LINES ? TOO_MUCH : undefined
      }
      icon={Paperclip}
      size="small"
      onPress={press}
    >
      {ATTACH_EVIDENCE_LABEL}
    </Button>
  );
}

export function counted(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;
}

function linesWords({ stretches, isFollowing }: Reading, rows: LogRows): string {
  const all = countAll(stretches);
  const last = stretches.at(-1);
  const more = last === undefined || last.isJoined ? '' : ', and there are older ones';
  const found =
    rows.lines === all
      ? counted(all, 'line')
      : `${counted(rows.lines, 'line')} of ${all.toLocaleString('en-US')}`;
  return `${found}${more}${isFollowing ? '. New ones come by themselves' : ''}`;
}

type Pieces = Promise<readonly string[]>;

async function copyText(pieces: Pieces): Promise<void> {
  if (navigator.clipboard === undefined) {
    toast({ kind: 'error', text: 'Clipboard not available' });
    return;
  }
  try {
    await navigator.clipboard.writeText((await pieces).join(''));
    toast({ kind: 'success', text: 'Copied to clipboard' });
  } catch {
    // Refused by the browser: the lines can still be downloaded.
    toast({ kind: 'error', text: 'Failed to copy to clipboard' });
  }
}

async function download(name: string, { selector, start }: LogQuestion, pieces: Pieces): Promise<void> {
  try {
    const file = [name === '' ? 'logs' : name, selector, start].filter((part) => part !== '').join('-');
    downloadFile(`${file}.log`, new Blob([...(await pieces)], { type: 'text/plain' }));
    toast({ kind: 'success', text: 'Downloaded logs' });
  } catch (thrown) {
    toast({ kind: 'error', text: 'Failed to download logs', detail: toSyncError(thrown).message });
  }
}
