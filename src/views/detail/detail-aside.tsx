import { Pin, PinOff } from 'lucide-react';
import { useRef, useState, type ReactElement, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { mediaQueryHook } from '#src/platform/actions/media-query.ts';
import { usePainted } from '#src/ui/after-paint.ts';
import { IconButton } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { Accordion, Disclosure } from '#src/ui/layout/disclosure.tsx';
import { PanelBoundary } from '#src/ui/layout/error-boundary.tsx';
import { useAsideMemory } from './aside-memory.ts';
import type { DetailPartProps, Section } from './detail-spec.ts';

/** From here on two sections may be side by side (ux 5 row 18). */
const useIsWide = mediaQueryHook('(min-width: 1440px)');

interface DetailAsideProps<T> extends DetailPartProps<T> {
  label: string;
  sections: readonly Section<T>[];
}

/**
 * The panel of a detail: sections of which one is open, beside the tabs or, where there is no room, closed to their
 * headings above them. On wide windows the last one may be pinned beside the others.
 */
export function DetailAside<T>({ label, sections, ...part }: DetailAsideProps<T>): ReactElement {
  const [memory, remember] = useAsideMemory(label, sections);
  const isWide = useIsWide();
  const last = sections.length > 1 ? sections.at(-1) : undefined;
  const isPinned = isWide && last !== undefined && memory.isPinned;
  const { pin, pinRef } = usePin((next) => remember({ isPinned: next }));
  const open = isPinned && memory.open === last.id ? (sections[0]?.id ?? null) : memory.open;
  const isDrawn = usePainted(true, !useIsBeside());
  const inside = isPinned ? sections.slice(0, -1) : sections;
  return (
    <aside
      aria-label={label}
      className={cx(
        'border-line px-page py-2 @min-[1100px]:order-2 @min-[1100px]:border-s',
        isPinned ? '@min-[1100px]:w-[672px]' : '@min-[1100px]:w-[336px]',
      )}
    >
      {isDrawn && (
        <div className={cx('@container/panel', isPinned && 'grid grid-cols-2 gap-x-8')}>
          <Accordion openId={open} onOpenChange={(next) => remember({ open: next })}>
            {inside.map((section) => (
              <SectionFace
                aside={
                  <>
                    {section.Note && <section.Note {...part} />}
                    {isWide && section === last && (
                      <IconButton
                        icon={Pin}
                        label={`Pin ${section.title.toLowerCase()}`}
                        size="small"
                        ref={pinRef}
                        onPress={() => pin(true)}
                      />
                    )}
                  </>
                }
                id={section.id}
                isOpen={open === section.id}
                key={section.id}
                title={section.title}
              >
                <section.Body {...part} />
              </SectionFace>
            ))}
          </Accordion>
          {isPinned && (
            <section aria-label={last.title} className="min-w-0">
              <div className="flex h-9 items-center justify-between">
                <h2 className="text-table font-medium">{last.title}</h2>
                <IconButton
                  icon={PinOff}
                  label={`Unpin ${last.title.toLowerCase()}`}
                  size="small"
                  ref={pinRef}
                  onPress={() => pin(false)}
                />
              </div>
              <PanelBoundary name={last.title}>
                <last.Body {...part} />
              </PanelBoundary>
            </section>
          )}
        </div>
      )}
    </aside>
  );
}

/** Width of the page from which the panel has a column of its own; its classes say the same. */
const BESIDE_PX = 1100;

/**
 * Beside the tabs it is drawn after them: they are what the detail was opened for, and half of the controls are here.
 * Above them it is drawn at once, or it would push them down under somebody's finger.
 */
function useIsBeside(): boolean {
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
  return {
    pinRef,
    pin: (next) => {
      flushSync(() => remember(next));
      pinRef.current?.focus();
    },
  };
}

interface SectionFaceProps {
  id: string;
  title: string;
  isOpen: boolean;
  aside: ReactNode;
  children: ReactNode;
}

/** Only the open one is made: its reads begin when it is looked at. */
function SectionFace({ id, title, isOpen, aside, children }: SectionFaceProps): ReactElement {
  const top = useRef<HTMLSpanElement>(null);
  return (
    <div>
      <span className="block scroll-m-4" ref={top} />
      <Disclosure
        aside={aside}
        headingLevel={2}
        id={id}
        title={title}
        onExpandedChange={(isExpanded) => {
          // What closed above may have pulled the pressed heading out of sight; jsdom cannot scroll.
          if (isExpanded && 'scrollIntoView' in Element.prototype)
            requestAnimationFrame(() => top.current?.scrollIntoView({ block: 'nearest' }));
        }}
      >
        {isOpen && children}
      </Disclosure>
    </div>
  );
}
