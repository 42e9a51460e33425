import { ArrowUp, Pause, Play, ScrollText } from 'lucide-react';
import { useMemo, useRef, type ReactElement, type ReactNode } from 'react';
import type { LogQuestion } from '#sync/protocol/log.ts';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { Freshness } from '#src/views/freshness.tsx';
import type { ListAddress } from '#src/views/list/use-list-address.ts';
import { Unauthorized, ViewFallback } from '#src/views/view-fallback.tsx';
import { StaleBar } from '#src/views/view-notices.tsx';
import type { Reading } from './log-reading.ts';
import type { LogParams } from './log-search.ts';
import { countAll, countOf, lastKeyOf } from './log-stretches.ts';
import { LogTable, ReadingOlder } from './log-table.tsx';
import { counted, LogTools, wrap } from './log-tools.tsx';
import { pattern, type LogRows } from './log-view.ts';
import { useOpenReading, useReading, useRows, type OpenReading } from './use-reading.ts';

interface LogLinesProps {
  address: ListAddress<LogParams>;
  /** What the lines are asked by. */
  question: LogQuestion;
  /** Looked for among the lines that are here; the server is asked once it stands in the address. */
  typed: string;
  name: string;
  selectors: readonly string[];
  controls: ReactNode;
}

/** The lines of one source: what is said of them, what can be done with them, and themselves. */
export function LogLines(props: LogLinesProps): ReactElement {
  const { address, question, typed, name, selectors, controls } = props;
  const open = useOpenReading(question, name);
  const read = useReading(open);
  const { question: shown } = open.reading;
  const isAnswer = shown.query === typed && read.standIn === null;
  const { rows, isLooking } = useRows(read, isAnswer ? '' : typed);
  const wanted = useMemo(() => (typed === '' ? undefined : pattern(typed)), [typed]);
  const isWrapped = wrap.useIsOn();
  const topRef = useRef<(() => void) | null>(null);
  const { phase, stretches } = read;
  const last = stretches.at(-1);
  const readOlder = (): void => void (last !== undefined && open.reading.readAfter(lastKeyOf(last)));
  return (
    <>
      <PageHeader
        actions={
          <>
            <Freshness
              asOf={read.asOf}
              isStale={read.reason !== null}
              onRefresh={() => open.reading.refresh()}
            />
            <FollowButton isFollowing={read.isFollowing} open={open} />
          </>
        }
        title="Logs"
      >
        {controls}
        {phase === 'ready' && (
          <LogTools
            isLooking={isLooking}
            isWrapped={isWrapped}
            name={name}
            open={open}
            question={question}
            read={read}
            rows={rows}
          />
        )}
        <Notices read={read} />
      </PageHeader>
      <LoadingRegion
        isLoading={phase === 'loading' || (rows.lines === 0 && (isLooking || read.readingAfter !== null))}
        label="Loading logs"
        skeleton={
          <div className="px-page">
            <SkeletonRows />
          </div>
        }
      >
        {phase === 'ready' && rows.count > 0 && (
          <div className="relative flex min-h-0 flex-1 flex-col border-t border-line">
            {read.newer > 0 && <NewerLines count={read.newer} onShow={() => topRef.current?.()} />}
            <LogTable
              // Other lines are read from their top.
              key={`${shown.query} ${shown.start} ${isAnswer ? '' : typed}`}
              end={<End read={read} rows={rows} onOlder={readOlder} />}
              isWrapped={isWrapped}
              label={`Lines of ${name === '' ? 'the component' : name}`}
              picks={open.picks}
              readingAfter={read.readingAfter}
              rows={rows}
              topRef={topRef}
              wanted={wanted}
              onNearEnd={() => {
                if (isAnswer) readOlder();
              }}
              onReadGap={(after) => void open.reading.readAfter(after)}
              onTop={(isAtTop) => open.reading.setAtTop(isAtTop)}
            />
          </div>
        )}
        {phase === 'ready' && rows.count === 0 && <NoLines isAnswer={isAnswer} read={read} />}
        <Failure address={address} open={open} question={question} read={read} selectors={selectors} />
      </LoadingRegion>
    </>
  );
}

function FollowButton({ open, isFollowing }: { open: OpenReading; isFollowing: boolean }): ReactElement {
  const { phase } = useSyncStatus();
  const toggle = (): void => open.reading.setFollowing(!isFollowing);
  useShortcut({
    id: 'logs-follow',
    keys: ['p'],
    shown: ['p'],
    label: isFollowing ? 'Pause' : 'Follow new lines',
    group: 'This page',
    run: toggle,
  });
  return (
    <Button
      disabledReason={phase === 'offline' && !isFollowing ? 'This device is offline' : undefined}
      icon={isFollowing ? Pause : Play}
      size="small"
      variant={isFollowing ? 'primary' : 'secondary'}
      onPress={toggle}
    >
      {isFollowing ? 'Pause' : 'Follow'}
    </Button>
  );
}

/** Somebody reads further down: new lines wait above. */
function NewerLines({ count, onShow }: { count: number; onShow: () => void }): ReactElement {
  return (
    <output className="pointer-events-none absolute inset-x-0 top-10 z-20 flex justify-center">
      <Button
        className="pointer-events-auto shadow-overlay"
        icon={ArrowUp}
        size="small"
        variant="primary"
        onPress={onShow}
      >
        {counted(count, 'new line')}
      </Button>
    </output>
  );
}

/** What has to be said of the lines that are shown. */
function Notices({ read }: { read: Reading }): ReactElement {
  const { phase } = useSyncStatus();
  const { reason, standIn, stretches, unread } = read;
  const lines = counted(countAll(stretches), 'line');
  return (
    <>
      <StaleBar />
      {standIn !== null && (
        <InlineBar tone="offline">
          The server could not be asked. This is what the {lines} hold that are kept on this device
          {standIn.query === '' ? '' : `, which were found by “${standIn.query}”`}; the server may have
          others.
        </InlineBar>
      )}
      {standIn === null && reason !== null && phase !== 'offline' && read.phase === 'ready' && (
        <InlineBar tone="warning">
          The lines could not be read again: {reason} You see what was read before.
        </InlineBar>
      )}
      {unread > 0 && (
        <InlineBar tone="warning">{counted(unread, 'line')} of the answer could not be read.</InlineBar>
      )}
    </>
  );
}

interface EndProps {
  read: Reading;
  rows: LogRows;
  onOlder: () => void;
}

/** Under the last line. */
function End({ read, rows, onOlder }: EndProps): ReactElement | null {
  const { stretches, readingAfter } = read;
  const last = stretches.at(-1);
  if (last === undefined) return null;
  if (readingAfter === lastKeyOf(last)) return <ReadingOlder />;
  if (rows.lines === 0) return null;
  const words = last.isJoined
    ? 'These are all lines of this time range.'
    : last.next === null
      ? `The server gave the first ${countOf(last.lines)} lines and no way to the ones before them. Narrow the search or the time range.`
      : 'There are older lines on the server.';
  return (
    <div className="flex flex-wrap items-center gap-3 px-page py-3 text-table text-muted">
      {words}
      {last.next !== null && (
        <Button size="small" onPress={onOlder}>
          Read older lines
        </Button>
      )}
    </div>
  );
}

/** The product's sentence, where the server has said so; else what this device knows. */
function NoLines({ read, isAnswer }: { read: Reading; isAnswer: boolean }): ReactElement {
  const isWhole = isAnswer && read.stretches.every(({ isJoined }) => isJoined);
  return isWhole ? (
    <EmptyState icon={ScrollText} title="There are no logs matching the search query">
      {read.reason === null
        ? 'Choose a longer time range, or other words.'
        : 'That was the answer when the server was asked last.'}
    </EmptyState>
  ) : (
    <EmptyState icon={ScrollText} title="None of the lines on this device match">
      {read.stretches.at(-1)?.next === null
        ? 'The server may have others.'
        : 'The server has older lines that have not been looked at. Choose a shorter time range.'}
    </EmptyState>
  );
}

interface FailureProps {
  open: OpenReading;
  read: Reading;
  address: ListAddress<LogParams>;
  question: LogQuestion;
  selectors: readonly string[];
}

/** In the place of lines that cannot be shown. */
function Failure({ open, read, address, question, selectors }: FailureProps): ReactElement | null {
  const { phase, reason, error } = read;
  switch (phase) {
    case 'loading':
    case 'ready':
      return null;
    case 'forbidden':
      return <Unauthorized />;
    case 'unknown-selector':
      return (
        <EmptyState
          action={selectors
            .filter((selector) => selector !== question.selector)
            .map((selector) => (
              <Button key={selector} onPress={() => address.change({ logsSelector: selector })}>
                {selector}
              </Button>
            ))}
          icon={ScrollText}
          title={`The server knows no log selector “${question.selector}” of this component`}
        >
          {selectors.length > 0 ? 'Choose one of those it has.' : 'Choose another component.'}
        </EmptyState>
      );
    case 'failed':
    case 'not-here':
      return (
        <ViewFallback
          error={error ?? undefined}
          reason={reason}
          state={phase}
          what="Logs"
          onRefresh={() => open.reading.refresh()}
        />
      );
  }
}
