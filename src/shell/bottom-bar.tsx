import { useLocation } from '@tanstack/react-router';
import { CloudUpload, Ellipsis, MessagesSquare, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Link } from 'react-aria-components/Link';
import { cx } from '#src/ui/class-names.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { isInArea, type Area } from './areas.ts';
import { panelHref } from './panel-links.ts';

/** So many names have room side by side on the narrowest phone. */
const ROOM = 6;
/** Areas before the outbox where there are more: those come first that an incident is worked from. */
const FIRST_AREAS = ROOM - 2;

interface Place {
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
  readonly isHere: boolean;
}

/** Under 700 px the sidebar stands below the page (ux 4.2, 6.3), with the two panels a thumb wants near. */
export function BottomBar({ areas }: { areas: readonly Area[] }): ReactElement {
  const location = useLocation();
  const panel = location.search.panel;
  const [first, later] = parted(
    areas.map(({ label, href, icon }) => ({
      label,
      href,
      icon,
      isHere: panel === undefined && isInArea(location.pathname, href),
    })),
    { label: 'Sync', href: panelHref(location, 'sync'), icon: CloudUpload, isHere: panel === 'sync' },
    { label: 'Messages', href: panelHref(location, 'log'), icon: MessagesSquare, isHere: panel === 'log' },
  );
  return (
    <nav
      aria-label="Areas"
      className="border-t border-line bg-panel pb-[env(safe-area-inset-bottom)]"
      data-region="Sidebar"
    >
      <ul className="flex">
        {first.map(({ label, href, icon, isHere }) => (
          <li className="min-w-0 flex-1" key={label}>
            <Link
              {...(isHere ? { 'aria-current': 'page' as const } : {})}
              className={cx(PLACE, 'no-underline', isHere ? HERE : ELSEWHERE)}
              href={href}
            >
              <Icon icon={icon} size={18} />
              {label}
            </Link>
          </li>
        ))}
        {later.length > 0 && (
          <li className="min-w-0 flex-1">
            <More places={later} />
          </li>
        )}
      </ul>
    </nav>
  );
}

const PLACE = 'flex h-14 w-full flex-col items-center justify-center gap-1 text-caption font-medium';
const HERE = 'text-accent';
const ELSEWHERE = 'text-muted data-hovered:text-fg';

/** What has room, and what is a press further. */
function parted(
  areas: readonly Place[],
  sync: Place,
  messages: Place,
): readonly [first: readonly Place[], later: readonly Place[]] {
  if (areas.length + 2 <= ROOM) return [[...areas, sync, messages], []];
  return [
    [...areas.slice(0, FIRST_AREAS), sync],
    [...areas.slice(FIRST_AREAS), messages],
  ];
}

function More({ places }: { places: readonly Place[] }): ReactElement {
  const here = places.find(({ isHere }) => isHere);
  return (
    <Menu
      groups={[
        {
          id: 'places',
          items: places.map(({ label, href, icon, isHere }) => ({
            id: href,
            label,
            href,
            icon,
            isChosen: isHere,
          })),
        },
      ]}
      label="More"
      placement="top end"
      trigger={
        <AriaButton className={cx(PLACE, here === undefined ? ELSEWHERE : HERE)}>
          <Icon icon={Ellipsis} size={18} />
          More
          {here !== undefined && <span className="sr-only">: {here.label} is open</span>}
        </AriaButton>
      }
    />
  );
}
