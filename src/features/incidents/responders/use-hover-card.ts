import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react';

/** Spec 2.7: the popup on a responder opens after one second. */
export const POPUP_DELAY_MS = 1000;

export interface HoverCard {
  readonly isOpen: boolean;
  /** A press opens at once, and closes. */
  readonly trigger: { readonly onClick: () => void; readonly onFocus: () => void };
  /** Handlers of the element that holds both the trigger and the card: pointer and focus may move between them. */
  readonly frame: {
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onPointerLeave: (event: PointerEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

/**
 * A card that opens a second after the pointer or the focus has come to rest, and at once on a press. It stays while
 * either is on it, and Escape closes it wherever the focus is (WCAG 1.4.13).
 */
export function useHoverCard(): HoverCard {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = (): void => clearTimeout(timer.current);
  const openSoon = (): void => {
    cancel();
    timer.current = setTimeout(() => setOpen(true), POPUP_DELAY_MS);
  };
  const close = (): void => {
    cancel();
    setOpen(false);
  };
  useEffect(() => {
    if (!isOpen) return () => clearTimeout(timer.current);
    const handleKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // It closes the card and nothing behind it.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    };
    document.addEventListener('keydown', handleKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', handleKeyDown, { capture: true });
  }, [isOpen]);

  return {
    isOpen,
    trigger: {
      onClick() {
        cancel();
        setOpen(!isOpen);
      },
      onFocus: () => {
        if (!isOpen) openSoon();
      },
    },
    frame: {
      onPointerEnter: (event) => {
        if (event.pointerType !== 'touch') openSoon();
      },
      onPointerLeave: (event) => {
        if (event.pointerType !== 'touch') close();
      },
      onBlur: (event) => {
        const isInside =
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!isInside) close();
      },
    },
  };
}
