import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';

/** A lucide icon at the house size (16 px, stroke 1.75), silent: the name stands beside it or on the button. */
export function Icon({
  icon: Glyph,
  size = 16,
  className,
}: {
  icon: LucideIcon;
  size?: number;
  className?: string;
}): ReactElement {
  return <Glyph aria-hidden className={`shrink-0 ${className ?? ''}`} size={size} strokeWidth={1.75} />;
}
