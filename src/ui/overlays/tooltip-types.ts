import type { ReactNode } from 'react';

export interface TooltipProps {
  /** What the tooltip says. Never the only place of a name. */
  content: ReactNode;
  /** One focusable React Aria element (button, link). */
  children: ReactNode;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  delayMs?: number;
  isOpen?: boolean | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
  isDisabled?: boolean;
}
