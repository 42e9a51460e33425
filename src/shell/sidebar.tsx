import { useLocation } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useId, type ReactElement } from 'react';
import { Link } from 'react-aria-components/Link';
import { IconButton } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { Mark } from '#src/ui/marks/mark.tsx';
import { Tooltip } from '#src/ui/overlays/tooltip.tsx';
import { isInArea, type Area } from './areas.ts';
import { toggleSidebar } from './sidebar-mode.ts';

export interface SidebarProps {
  areas: readonly Area[];
  settings: readonly Area[];
  isCollapsed: boolean;
}

/** Left column: the mark, the areas, the collapse button. */
export function Sidebar({ areas, settings, isCollapsed }: SidebarProps): ReactElement {
  const headingId = useId();
  return (
    <nav
      aria-label="Areas"
      className={cx(
        'flex min-h-0 flex-col border-e border-line bg-panel',
        // Installed with window controls over the page: their buttons may stand at the left.
        'ps-[env(safe-area-inset-left)]',
        isCollapsed ? 'w-13 pointer-coarse:w-16' : 'w-56',
      )}
      data-region="Sidebar"
    >
      <div className="flex h-[max(3rem,calc(var(--control-height)+0.75rem))] shrink-0 items-center gap-2.5 ps-[max(0.875rem,env(titlebar-area-x,0px))] pe-2 [app-region:drag]">
        <Mark size={22} />
        {!isCollapsed && <span className="text-body font-semibold tracking-tight">Holdfast</span>}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 py-2">
        <ul className="flex flex-col gap-0.5">
          {areas.map((area) => (
            <li key={area.href}>
              <AreaLink area={area} isCollapsed={isCollapsed} />
            </li>
          ))}
        </ul>
        {settings.length > 0 && (
          <div className="mt-3 border-t border-line pt-3">
            {!isCollapsed && (
              <h2 className="mb-1 px-2.5 text-caption font-medium text-muted" id={headingId}>
                Settings
              </h2>
            )}
            <ul
              {...(isCollapsed ? { 'aria-label': 'Settings' } : { 'aria-labelledby': headingId })}
              className="flex flex-col gap-0.5"
            >
              {settings.map((area) => (
                <li key={area.href}>
                  <AreaLink area={area} isCollapsed={isCollapsed} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className={cx('flex shrink-0 p-2', isCollapsed ? 'justify-center' : 'justify-end')}>
        <IconButton
          aria-expanded={!isCollapsed}
          icon={isCollapsed ? PanelLeftOpen : PanelLeftClose}
          label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
          size="small"
          onPress={toggleSidebar}
        />
      </div>
    </nav>
  );
}

function AreaLink({ area, isCollapsed }: { area: Area; isCollapsed: boolean }): ReactElement {
  const isHere = useLocation({ select: ({ pathname }) => isInArea(pathname, area.href) });
  const link = (
    <Link
      {...(isCollapsed ? { 'aria-label': area.label } : {})}
      {...(isHere ? { 'aria-current': 'page' as const } : {})}
      className={cx(
        'flex h-control items-center gap-2.5 rounded-control px-2.5 text-table font-medium no-underline',
        isHere ? 'bg-selected text-fg' : 'text-muted data-hovered:bg-hover data-hovered:text-fg',
        isCollapsed && 'justify-center px-0',
      )}
      href={area.href}
    >
      <Icon className={isHere ? 'text-accent' : ''} icon={area.icon} />
      {!isCollapsed && area.label}
    </Link>
  );
  return isCollapsed ? (
    <Tooltip content={area.label} delayMs={200} placement="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
