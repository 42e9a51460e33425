import { useLocation } from '@tanstack/react-router';
import { CloudUpload, MessagesSquare } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-aria-components/Link';
import { cx } from '#src/ui/class-names.ts';
import { late } from '#src/ui/late.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { isInArea, type Area } from './areas.ts';
import { ELSEWHERE, HERE, PLACE, type MorePlacesProps, type Place } from './bottom-place.ts';
import { panelHref } from './panel-links.ts';

/** So many names have room side by side on the narrowest phone. */
const ROOM = 6;
/** Areas before the outbox where there are more: those come first that an incident is worked from. */
const FIRST_AREAS = ROOM - 2;

/** Its place is kept until it comes. */
const MorePlaces = late<MorePlacesProps>(async () => (await import('./more-places.tsx')).MorePlaces);

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
          <li className="h-14 min-w-0 flex-1">
            <MorePlaces places={later} />
          </li>
        )}
      </ul>
    </nav>
  );
}

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
