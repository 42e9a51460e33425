import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';

export interface MenuAction {
  id: string;
  label: string;
  icon?: LucideIcon | undefined;
  /** A second line in muted text. */
  description?: string | undefined;
  /** The key that does the same, e.g. "R". */
  shortcut?: string | undefined;
  tone?: 'default' | 'danger';
  /** Shown in place of the description; the item can be reached but not chosen. */
  disabledReason?: string | undefined;
  /** The item is a link. */
  href?: string | undefined;
  /** The item is one choice of several and this one is on. */
  isChosen?: boolean | undefined;
  onAction?: (() => void) | undefined;
}

export interface MenuGroup {
  id: string;
  title?: string | undefined;
  items: readonly MenuAction[];
}

export interface MenuProps {
  /** One Button or IconButton, not a blocked one: a menu that cannot open is shown as the blocked button alone. */
  trigger: ReactElement;
  /** Accessible name of the menu. */
  label: string;
  /** Groups are separated by a hairline. */
  groups: readonly MenuGroup[];
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}
