import { Pin, PinOff } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactElement, type ReactNode, type RefObject } from 'react';
import type { IncidentDetail } from '#sync/read/types.ts';
import { usePainted } from '#src/ui/after-paint.ts';
import { IconButton } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { Accordion, Disclosure } from '#src/ui/disclosure.tsx';
import { PanelBoundary } from '#src/ui/error-boundary.tsx';
import { useWriteReason } from '../permissions.ts';
import { RespondersField } from '../responders/responders-field.tsx';
import { NO_FILTER, type ChangelogFilter } from './changelog/changelog-filter.ts';
import { ChangelogSection } from './changelog/changelog-section.tsx';
import { DetailsSection } from './details-section.tsx';
import { DoneSection, doneCount } from './done/done-section.tsx';
import { IncidentDecisions } from './incident-conflicts.tsx';
import { usePanelCommands } from './panel-commands.ts';
import { PanelProvider } from './panel-context.tsx';
import { usePanelMemory } from './panel-memory.ts';
import { useDoneItems } from './panel-queries.ts';
import { useIsWide } from './use-is-wide.ts';

/** The right panel: three sections of which one is open; on wide windows the changelog may stand beside them. */
export function IncidentPanel({ incident }: { incident: IncidentDetail }): ReactElement {
  const commands = usePanelCommands(incident.id);
  const editReason = useWriteReason('incident', 'incidents');
  const evidenceReason = useWriteReason('evidences', 'the definition of done');
  const [memory, remember] = usePanelMemory();
  const isWide = useIsWide();
  const isPinned = isWide && memory.isChangelogPinned;
  const { pin, pinRef } = usePin((isChangelogPinned) => remember({ isChangelogPinned }));
  const open = isPinned && memory.open === 'changelog' ? 'details' : memory.open;
  const evidences = useDoneItems(incident.id);
  // Here and not in the section: closing it does not forget what is filtered.
  const [filter, setFilter] = useState<ChangelogFilter>(NO_FILTER);
  const changelog = <ChangelogSection filter={filter} onFilter={setFilter} />;
  const isDrawn = usePainted(true, !useIsBesideTree());
  return (
    <PanelProvider value={{ incident, evidences, commands, editReason, evidenceReason }}>
      <aside
        aria-label="Incident"
        className={cx(
          'border-line px-page py-2 @min-[1100px]:order-2 @min-[1100px]:border-s',
          isPinned ? '@min-[1100px]:w-[672px]' : '@min-[1100px]:w-[336px]',
        )}
      >
        {isDrawn && (
          <>
            <PanelBoundary name="Decisions">
              <IncidentDecisions ops={incident.ops} />
            </PanelBoundary>
            <div className={cx('@container/panel', isPinned && 'grid grid-cols-2 gap-x-8')}>
              <Accordion openId={open} onOpenChange={(id) => remember({ open: sectionOf(id) })}>
                <Section id="details" isOpen={open === 'details'} title="Details">
                  <DetailsSection responders={<RespondersField incident={incident} />} />
                </Section>
                <Section
                  aside={<DoneCount text={doneCount(evidences.value?.data ?? [])} />}
                  id="done"
                  isOpen={open === 'done'}
                  title="Definition of done"
                >
                  <DoneSection />
                </Section>
                {!isPinned && (
                  <Section
                    aside={
                      isWide && (
                        <IconButton
                          icon={Pin}
                          label="Pin changelog"
                          size="small"
                          ref={pinRef}
                          onPress={() => pin(true)}
                        />
                      )
                    }
                    id="changelog"
                    isOpen={open === 'changelog'}
                    title="Changelog"
                  >
                    {changelog}
                  </Section>
                )}
              </Accordion>
              {isPinned && (
                <section aria-label="Changelog" className="min-w-0">
                  <div className="flex h-9 items-center justify-between">
                    <h2 className="text-table font-medium">Changelog</h2>
                    <IconButton
                      icon={PinOff}
                      label="Unpin changelog"
                      size="small"
                      ref={pinRef}
                      onPress={() => pin(false)}
                    />
                  </div>
                  <PanelBoundary name="Changelog">{changelog}</PanelBoundary>
                </section>
              )}
            </div>
          </>
        )}
      </aside>
    </PanelProvider>
  );
}

/** Width of the page from which the panel has a column of its own; its classes say the same. */
const BESIDE_PX = 1100;

/**
 * Beside the tree it is drawn after it: the tree is what the page was opened for, and half of the controls are here.
 * Above the tree it is drawn with it, or it would push the tree down under somebody's finger.
 */
function useIsBesideTree(): boolean {
  const [isBeside] = useState(() => (document.querySelector('main')?.clientWidth ?? 0) >= BESIDE_PX);
  return isBeside;
}

interface PinControl {
  readonly pin: (isPinned: boolean) => void;
  /** Of the button that is there now: the one that was pressed goes, and its counterpart takes the focus. */
  readonly pinRef: RefObject<HTMLButtonElement | null>;
}

function usePin(remember: (isPinned: boolean) => void): PinControl {
  const pinRef = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  useLayoutEffect(() => {
    if (isPressed.current) pinRef.current?.focus();
    isPressed.current = false;
  });
  return {
    pinRef,
    pin: (next) => {
      isPressed.current = true;
      remember(next);
    },
  };
}

function sectionOf(id: string | null): 'details' | 'done' | 'changelog' | null {
  return id === 'details' || id === 'done' || id === 'changelog' ? id : null;
}

interface SectionProps {
  id: 'details' | 'done' | 'changelog';
  title: string;
  isOpen: boolean;
  aside?: ReactNode;
  children: ReactNode;
}

/** Only the open one is made: its reads begin when it is looked at. */
function Section({ id, title, isOpen, aside, children }: SectionProps): ReactElement {
  const top = useRef<HTMLSpanElement>(null);
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    // What closed above may have pulled the pressed heading out of sight; jsdom cannot scroll.
    if (isOpen && !wasOpen.current && 'scrollIntoView' in Element.prototype)
      top.current?.scrollIntoView({ block: 'nearest' });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div>
      <span className="block scroll-m-4" ref={top} />
      <Disclosure aside={aside} headingLevel={2} id={id} title={title}>
        {isOpen && children}
      </Disclosure>
    </div>
  );
}

function DoneCount({ text }: { text: string | null }): ReactElement | null {
  return text === null ? null : <span className="text-table tabular text-muted">{text}</span>;
}
