import { useLocation } from '@tanstack/react-router';
import { CloudUpload, MessagesSquare } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-aria-components/Link';
import { cx } from '#src/ui/class-names.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { isInArea, type Area } from './areas.ts';
import { panelHref } from './panel-links.ts';

/** Under 700 px the sidebar stands below the page (ux 6.3), with the two panels a thumb wants near. */
export function BottomBar({ areas }: { areas: readonly Area[] }): ReactElement {
  const location = useLocation();
  const panel = location.search.panel;
  const items = [
    ...areas.map(({ label, href, icon }) => ({
      label,
      href,
      icon,
      isHere: panel === undefined && isInArea(location.pathname, href),
    })),
    { label: 'Sync', href: panelHref(location, 'sync'), icon: CloudUpload, isHere: panel === 'sync' },
    { label: 'Messages', href: panelHref(location, 'log'), icon: MessagesSquare, isHere: panel === 'log' },
  ];
  return (
    <nav
      aria-label="Areas"
      className="border-t border-line bg-panel pb-[env(safe-area-inset-bottom)]"
      data-region="Sidebar"
    >
      <ul className="flex">
        {items.map(({ label, href, icon, isHere }) => (
          <li className="min-w-0 flex-1" key={label}>
            <Link
              {...(isHere ? { 'aria-current': 'page' as const } : {})}
              className={cx(
                'flex h-14 flex-col items-center justify-center gap-1 font-medium no-underline',
                // Seven names side by side on the narrowest phone.
                items.length > 6 ? 'text-[0.65rem] leading-4 tracking-tight' : 'text-caption',
                isHere ? 'text-accent' : 'text-muted data-hovered:text-fg',
              )}
              href={href}
            >
              <Icon icon={icon} size={18} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
