import type { LucideIcon } from 'lucide-react';
import { useId, useState, type ReactElement, type ReactNode, type Ref } from 'react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components/Button';
import { buttonStyle, type ButtonSize, type ButtonVariant } from './button-style.ts';
import { cx } from './class-names.ts';
import { defined } from './defined.ts';
import { Icon } from './marks/icon.tsx';
import { Spinner } from './marks/spinner.tsx';
import { Tooltip } from './overlays/tooltip.tsx';
import { VisuallyHidden } from './layout/visually-hidden.tsx';

export interface ButtonProps {
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon | undefined;
  type?: 'button' | 'submit' | 'reset';
  onPress?: ((event: PressEvent) => void) | undefined;
  /** The action runs: the button keeps its place and its focus and cannot be pressed again. */
  isPending?: boolean | undefined;
  /** The only way to disable a button: the reason is shown on hover, focus and tap, and read out. */
  disabledReason?: string | undefined;
  className?: string | undefined;
  autoFocus?: boolean | undefined;
  slot?: string | null | undefined;
  form?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  'aria-label'?: string | undefined;
  'aria-expanded'?: boolean | undefined;
  'aria-controls'?: string | undefined;
  'aria-pressed'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}

/** A button with a word on it. For a bare icon use IconButton. */
export function Button(props: ButtonProps): ReactElement {
  const { children, icon, variant = 'secondary', size = 'medium', className, ...rest } = props;
  return (
    <BaseButton
      {...rest}
      className={(isBlocked) => cx(buttonStyle({ variant, size, isBlocked }), className)}
      tooltip={undefined}
    >
      {icon && <Icon icon={icon} />}
      {children}
    </BaseButton>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label' | 'icon'> {
  /** Accessible name and tooltip. */
  label: string;
  icon: LucideIcon;
}

/** A square button with an icon only; its name is also its tooltip. */
export function IconButton(props: IconButtonProps): ReactElement {
  const { label, icon, variant = 'ghost', size = 'medium', className, ...rest } = props;
  return (
    <BaseButton
      {...rest}
      aria-label={label}
      className={(isBlocked) =>
        cx(
          buttonStyle({ variant, size, isBlocked, isSquare: true }),
          variant === 'ghost' && 'text-muted',
          className,
        )
      }
      tooltip={label}
    >
      <Icon icon={icon} />
    </BaseButton>
  );
}

/** What a small ghost IconButton looks like, in its place until it is made. */
export function IconButtonFace({
  icon,
  className,
}: Pick<IconButtonProps, 'icon' | 'className'>): ReactElement {
  const style = buttonStyle({ variant: 'ghost', size: 'small', isSquare: true });
  return (
    <span aria-hidden className={cx(style, 'text-muted', className)}>
      <Icon icon={icon} />
    </span>
  );
}

interface BaseButtonProps extends Omit<ButtonProps, 'variant' | 'size' | 'icon' | 'className'> {
  className: (isBlocked: boolean) => string;
  tooltip: string | undefined;
}

function BaseButton(props: BaseButtonProps): ReactElement {
  const {
    children,
    disabledReason,
    onPress,
    isPending = false,
    className,
    tooltip,
    type = 'button',
    ...rest
  } = props;
  const reasonId = useId();
  const [isTipOpen, setTipOpen] = useState(false);
  const isBlocked = disabledReason !== undefined;
  const described = cx(rest['aria-describedby'], isBlocked && reasonId);
  const button = (
    <AriaButton
      {...defined(rest)}
      {...(described === '' ? {} : { 'aria-describedby': described })}
      {...(isBlocked ? { 'aria-disabled': true } : {})}
      className={className(isBlocked)}
      isPending={isPending}
      // A blocked submit button must not submit; React Aria keeps it focusable because only aria-disabled is set.
      type={isBlocked ? 'button' : type}
      onPress={(event) => (isBlocked ? setTipOpen(true) : onPress?.(event))}
    >
      {isPending ? <PendingFace>{children}</PendingFace> : children}
    </AriaButton>
  );
  const tip = disabledReason ?? tooltip;
  if (tip === undefined) return button;
  return (
    <>
      <Tooltip content={tip} delayMs={isBlocked ? 150 : 500} isOpen={isTipOpen} onOpenChange={setTipOpen}>
        {button}
      </Tooltip>
      {/* Beside the button, not inside: the reason describes it and is no part of its name. */}
      {isBlocked && <VisuallyHidden id={reasonId}>{disabledReason}</VisuallyHidden>}
    </>
  );
}

/** Keeps the width of the label, so that nothing moves while the action runs. */
function PendingFace({ children }: { children: ReactNode }): ReactElement {
  return (
    <span className="relative inline-flex items-center justify-center gap-1.5">
      <span className="inline-flex items-center gap-1.5 opacity-0">{children}</span>
      <span className="absolute inset-0 grid place-items-center">
        <Spinner label="In progress" />
      </span>
    </span>
  );
}
