import type { LucideIcon } from 'lucide-react';

/** Where a press in the bar of a phone leads. */
export interface Place {
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
  readonly isHere: boolean;
}

export interface MorePlacesProps {
  places: readonly Place[];
}

export const PLACE =
  'flex h-14 w-full flex-col items-center justify-center gap-1 text-caption font-medium tracking-tight';
export const HERE = 'text-accent';
export const ELSEWHERE = 'text-muted data-hovered:text-fg';
