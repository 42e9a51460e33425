import type { ReactElement } from 'react';
import { initials, tintIndex } from '../../lib/initials.ts';
import { cx } from '../class-names.ts';

const TINTS = [
  'bg-(--tint-1) text-(--tint-1-text)',
  'bg-(--tint-2) text-(--tint-2-text)',
  'bg-(--tint-3) text-(--tint-3-text)',
  'bg-(--tint-4) text-(--tint-4-text)',
  'bg-(--tint-5) text-(--tint-5-text)',
  'bg-(--tint-6) text-(--tint-6-text)',
] as const;

// Centred by its line alone: a list draws a hundred of them at once, and a grid in each takes longer to lay out.
const SIZES = {
  small: 'size-5 text-[0.625rem] leading-5',
  medium: 'size-6 text-[0.6875rem] leading-6',
  large: 'size-8 text-table leading-8',
} as const;

export interface AvatarProps {
  name: string;
  /** Decides the tint; the name is used when absent. */
  id?: string | undefined;
  size?: keyof typeof SIZES;
  /** The name stands beside it in text, so the avatar says nothing. */
  isDecorative?: boolean;
  className?: string | undefined;
}

/** Up to two initials on a tint that stays the same for the same person. No pictures are loaded from elsewhere. */
export function Avatar({
  name,
  id,
  size = 'medium',
  isDecorative = false,
  className,
}: AvatarProps): ReactElement {
  return (
    <span
      className={cx(
        'inline-block shrink-0 rounded-full text-center font-semibold tracking-tight select-none forced-colors:border',
        SIZES[size],
        TINTS[tintIndex(id ?? name, TINTS.length)],
        className,
      )}
      {...(isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
      title={isDecorative ? undefined : name}
    >
      {isDecorative ? initials(name) : <span aria-hidden>{initials(name)}</span>}
    </span>
  );
}
