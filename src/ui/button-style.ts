import { cx } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'small' | 'medium';

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-accent-solid text-on-solid data-hovered:bg-accent-solid-hover data-pressed:bg-accent-solid-hover',
  secondary:
    'border-line-strong bg-control text-fg data-hovered:bg-panel data-hovered:border-line-control data-pressed:bg-pressed',
  ghost: 'border-transparent text-fg data-hovered:bg-hover data-pressed:bg-pressed',
  danger:
    'border-transparent bg-danger-solid text-on-solid data-hovered:bg-danger-solid-hover data-pressed:bg-danger-solid-hover',
};

const BLOCKED: Record<ButtonVariant, string> = {
  primary: 'border-line bg-chip text-muted',
  secondary: 'border-line bg-transparent text-muted',
  ghost: 'border-transparent text-muted',
  danger: 'border-line bg-chip text-muted',
};

/** Class names of everything that looks like a button: buttons, links and menu triggers. */
export function buttonStyle(options: {
  variant: ButtonVariant;
  size: ButtonSize;
  isBlocked?: boolean;
  isSquare?: boolean;
}): string {
  const { variant, size, isBlocked = false, isSquare = false } = options;
  return cx(
    'inline-flex shrink-0 select-none items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap',
    'text-table transition-colors duration-(--motion-fast)',
    size === 'small' ? 'h-control-small' : 'h-control',
    isSquare ? (size === 'small' ? 'w-control-small' : 'w-control') : size === 'small' ? 'px-2.5' : 'px-3',
    isBlocked ? cx(BLOCKED[variant], 'cursor-not-allowed') : VARIANTS[variant],
  );
}
