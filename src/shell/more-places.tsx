import { Ellipsis } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { cx } from '#src/ui/class-names.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { ELSEWHERE, HERE, PLACE, type MorePlacesProps } from './bottom-place.ts';

/** The places that have no room in the bar of a phone. */
export function MorePlaces({ places }: MorePlacesProps): ReactElement {
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
