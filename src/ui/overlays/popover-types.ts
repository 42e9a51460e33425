import type { ReactElement, ReactNode } from 'react';

export interface PopoverProps {
  /** One Button or IconButton. */
  trigger: ReactElement;
  /** Accessible name of the panel. */
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right' | 'left';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  className?: string;
}
