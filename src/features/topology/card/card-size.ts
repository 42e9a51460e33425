import * as v from 'valibot';

/** Spec 4: "Card sizes: small, medium, large, extra_large, with widths 198, 258, 356 and 554 px". */
export const CARD_SIZES = { small: 198, medium: 258, large: 356, extra_large: 554 } as const;
export type CardSize = keyof typeof CARD_SIZES;

/** Spec 2: "a card width slider (250–768 px, step 2, stored locally, default extra large)". */
export const SLIDER = { min: 250, max: 768, step: 2 } as const;

const NAMES: readonly CardSize[] = ['extra_large', 'large', 'medium', 'small'];

/** The largest size that has room in a width. */
export function sizeOfWidth(widthPx: number): CardSize {
  return NAMES.find((name) => widthPx >= CARD_SIZES[name]) ?? 'small';
}

/** Spec 9: "Property lists collapse to 'show more' after 6 items (5 or 10 on cards)". */
export function shownProperties(size: CardSize): number {
  return size === 'small' || size === 'medium' ? 5 : 10;
}

/** A size as an address names it; `extra-large` is one too. */
export function readSize(name: string): CardSize | undefined {
  const plain = name.trim().toLowerCase().replaceAll('-', '_');
  return NAMES.find((each) => each === plain);
}

/** A stored width; what is no step of the slider and no size is none. */
export const widthSchema = v.pipe(v.number(), v.minValue(CARD_SIZES.small), v.maxValue(SLIDER.max));
