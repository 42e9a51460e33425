import { ChevronDown, ChevronUp } from 'lucide-react';
import { useImperativeHandle, useRef, useState, type ReactElement, type ReactNode, type Ref } from 'react';
import { IconButton } from '#src/ui/button.tsx';
import { DialogFace, DialogFrame } from '#src/ui/overlays/dialog.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { StaleBar } from '../view-notices.tsx';
import { useWatch } from '#src/platform/replica/use-watch.ts';
import { DetailActions } from './detail-actions.tsx';
import { DetailAside } from './detail-aside.tsx';
import { DETAIL_LAYER, useDetailKeys } from './detail-keys.ts';
import type { DetailAction, DetailHead, DetailPartProps, DetailSpec } from './detail-spec.ts';
import { DetailAbsent } from './detail-states.tsx';
import { DetailTabs } from './detail-tabs.tsx';
import { Framed } from './framed.tsx';
import { DWELL_MS } from './dwell.ts';
import { TabsProvider, useTabs, useTabsHandle, type TabState } from './tab-state.ts';

/** The ways out of the dialog. */
interface Ways {
  onClose: () => void;
  /** The records before and after this one in the list it was opened from; absent where there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

interface DetailDialogProps<T> extends Ways {
  spec: DetailSpec<T>;
  id: string;
  tabs: TabState;
}

/** A record in full size over the list it was opened from. */
export function DetailDialog<T>(props: DetailDialogProps<T>): ReactElement {
  const [attempt, setAttempt] = useState(0);
  // Another record, or another try, begins anew; which tab is open is kept by the caller.
  return <OneDetail {...props} key={`${attempt} ${props.id}`} onRetry={() => setAttempt((n) => n + 1)} />;
}

type RunOf = (key: string) => (() => void) | undefined;

function OneDetail<T>(props: DetailDialogProps<T> & { onRetry: () => void }): ReactElement {
  const { spec, id, tabs, onClose, onRetry } = props;
  const { subject } = spec;
  // oxlint-disable-next-line react/hooks -- a frame keeps its description, and that its hooks, while it is mounted
  const part = spec.useOne(id);
  const handle = useTabsHandle(tabs);
  const keys = useRef<RunOf>(null);
  const handleKeyDown = useDetailKeys((key) => keys.current?.(key));
  useWatch(part.is === 'loading' ? undefined : spec.watches, { id, afterMs: DWELL_MS });
  return (
    // Keys of the dialog bubble here through the tree of React, wherever in it they are pressed.
    <div className="contents" role="presentation" onKeyDown={handleKeyDown}>
      <DialogFrame
        isOpen
        size="full"
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        {part.is === 'found' ? (
          <TabsProvider value={handle}>
            <Framed claim={part.claim} Frame={spec.Frame} id={id} value={part.value}>
              <FoundDialog {...props} claim={part.claim} keys={keys} value={part.value} />
            </Framed>
          </TabsProvider>
        ) : (
          <Face {...props} head={null} keys={keys}>
            <LoadingRegion
              isLoading={part.is === 'loading'}
              label={`Loading the ${subject.label.toLowerCase()}`}
              skeleton={<SkeletonRows count={8} />}
            >
              {part.is !== 'loading' && (
                <DetailAbsent
                  id={id}
                  isWholePage={false}
                  Missing={spec.Missing}
                  part={part}
                  subject={subject}
                  onRetry={onRetry}
                />
              )}
            </LoadingRegion>
          </Face>
        )}
      </DialogFrame>
    </div>
  );
}

function FoundDialog<T>(props: FaceProps<T> & DetailPartProps<T>): ReactElement {
  const { spec, id, value, claim, tabs } = props;
  const { subject, aside } = spec;
  // oxlint-disable-next-line react/hooks -- a frame keeps its description, and that its hooks, while it is mounted
  const head = spec.useHead({ id, value, claim });
  const { ref } = useTabs();
  return (
    <Face {...props} head={head}>
      <div className="@container flex h-full min-h-[38rem] flex-col gap-3 [--surface-page:var(--surface-overlay)]">
        <StaleBar />
        {head.below}
        <div className="flex min-h-0 flex-1 flex-col @min-[1100px]:flex-row">
          {aside && (
            <DetailAside claim={claim} id={id} label={subject.label} sections={aside} value={value} />
          )}
          <section className="flex min-h-0 min-w-0 flex-1 flex-col" ref={ref}>
            <DetailTabs
              claim={claim}
              className="min-h-0 flex-1"
              id={id}
              label={`Views of the ${subject.label.toLowerCase()}`}
              state={tabs}
              tabs={spec.tabs}
              value={value}
            />
          </section>
        </div>
      </div>
    </Face>
  );
}

interface FaceProps<T> extends DetailDialogProps<T> {
  /** Where the dialog finds what a key does now. */
  keys: Ref<RunOf>;
}

interface FaceOfHeadProps<T> extends FaceProps<T> {
  /** Null while there is nothing to say of it. */
  head: DetailHead | null;
  children: ReactNode;
}

function Face<T>(props: FaceOfHeadProps<T>): ReactElement {
  const { spec, head, keys, children, onClose, onPrevious, onNext } = props;
  const noun = spec.subject.label.toLowerCase();
  useImperativeHandle(keys, () => (key) => {
    if (key === '[') return onPrevious;
    if (key === ']') return onNext;
    if (head === null) return undefined;
    const { refresh } = head;
    if (key === 'r' && refresh !== null) return () => void refresh();
    return pressOf(head.actions, key);
  });
  return (
    <DialogFace
      description={head?.marks}
      footer={head !== null && head.actions.length > 0 ? <DetailActions actions={head.actions} /> : undefined}
      headerActions={
        <div className="flex items-center">
          {head?.tools}
          <IconButton
            disabledReason={onPrevious === undefined ? `There is no ${noun} before this one` : undefined}
            icon={ChevronUp}
            label={`Previous ${noun}`}
            size="small"
            onPress={onPrevious}
          />
          <IconButton
            disabledReason={onNext === undefined ? `There is no ${noun} after this one` : undefined}
            icon={ChevronDown}
            label={`Next ${noun}`}
            size="small"
            onPress={onNext}
          />
        </div>
      }
      title={
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1" {...{ [DETAIL_LAYER]: true }}>
          {head === null ? spec.subject.label : (head.heading ?? head.title)}
        </span>
      }
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      {children}
    </DialogFace>
  );
}

/** What an action does on its key; nothing while it has a reason not to. */
function pressOf(actions: readonly DetailAction[], key: string): (() => void) | undefined {
  for (const action of actions) {
    if (action.is === 'button' && action.key === key && action.reason === undefined) return action.onPress;
  }
  return undefined;
}
