import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { buttonStyle, type ButtonSize, type ButtonVariant } from '../button-style.ts';
import { cx } from '../class-names.ts';
import { Icon } from '../marks/icon.tsx';

export interface LinkButtonProps {
  href: string;
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon | undefined;
  className?: string | undefined;
  target?: '_blank';
}

/** Goes somewhere and looks like a button. Client-side when React Aria's RouterProvider is above it. */
export function LinkButton(props: LinkButtonProps): ReactElement {
  const { href, children, variant = 'secondary', size = 'medium', icon, className, target } = props;
  return (
    <Link
      className={cx(buttonStyle({ variant, size }), 'no-underline', className)}
      href={href}
      {...(target === undefined ? {} : { target, rel: 'noopener noreferrer' })}
    >
      {icon && <Icon icon={icon} />}
      {children}
    </Link>
  );
}
