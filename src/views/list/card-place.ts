import { useCallback, useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { own } from '#sync/protocol/own.ts';
import { useTimer } from '#src/ui/use-timer.ts';

/* What lists of cards have in common: the place of the reader, and the arrow keys. */

interface CardPlace {
  /** Row of cards at the top. */
  readonly top: number;
  /** Address of the card that had the focus; empty for none. */
  readonly href: string;
}

/** Where the reader was in a history entry; survives leaving the page, not a reload. */
const places = new Map<string, CardPlace>();
const MAX_PLACES = 50;

/** Comes back to the row and the card of a history entry. */
export function useCardPlace(entryKey: string): {
  readonly start: CardPlace | undefined;
  readonly onRange: (range: { startIndex: number }) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
} {
  const [start] = useState(() => places.get(entryKey));
  const latest = useRef<CardPlace>(start ?? { top: 0, href: '' });
  useEffect(
    () => () => {
      places.delete(entryKey);
      places.set(entryKey, latest.current);
      const [oldest] = places.keys();
      if (places.size > MAX_PLACES && oldest !== undefined) places.delete(oldest);
    },
    [entryKey],
  );
  const left = start?.href ?? '';
  // After the frame has moved focus to the page's heading, and the cards are drawn.
  useTimer(left, left === '' ? undefined : 50, (href) =>
    document.querySelector<HTMLElement>(`li a[href="${CSS.escape(href)}"]`)?.focus(),
  );
  const onRange = useCallback(({ startIndex }: { startIndex: number }) => {
    latest.current = { ...latest.current, top: startIndex };
  }, []);
  const onFocus = useCallback((event: FocusEvent<HTMLElement>) => {
    const href = event.target.getAttribute('href');
    if (href !== null) latest.current = { ...latest.current, href };
  }, []);
  return { start, onRange, onFocus };
}

/** Steps to the right and down. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** ← and → go to the neighbour, ↑ and ↓ to the card above or below; the link of a card is `li a[data-card]`. */
export function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const step = own(STEPS, event.key);
  if (step === undefined || !(event.target instanceof HTMLAnchorElement)) return;
  const cards = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('li a[data-card]')];
  const at = cards.indexOf(event.target);
  const [right, down] = step;
  const next = at === -1 ? undefined : right === 0 ? nearestBelow(cards, at, down) : cards[at + right];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** In the next line of cards that way, the one that stands closest. */
function nearestBelow(
  cards: readonly HTMLAnchorElement[],
  at: number,
  down: number,
): HTMLAnchorElement | undefined {
  const from = cards[at]?.getBoundingClientRect();
  if (from === undefined) return undefined;
  const beyond = cards
    .map((card) => ({ card, box: card.getBoundingClientRect() }))
    .filter(({ box }) => (box.top - from.top) * down > 1);
  const lineTop =
    down > 0 ? Math.min(...beyond.map(({ box }) => box.top)) : Math.max(...beyond.map(({ box }) => box.top));
  return beyond
    .filter(({ box }) => Math.abs(box.top - lineTop) < 1)
    .toSorted((a, b) => Math.abs(a.box.left - from.left) - Math.abs(b.box.left - from.left))[0]?.card;
}
