import { EllipsisVertical } from 'lucide-react';
import type { ReactElement } from 'react';
import { mediaQueryHook } from '#src/platform/actions/media-query.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { Menu, type MenuAction, type MenuGroup } from '#src/ui/overlays/menu.tsx';
import type { DetailAction } from './detail-spec.ts';

const useIsNarrow = mediaQueryHook('(max-width: 699px)');

/** So many have room in a row of a phone; of more the last are beside the button of the menu. */
const NARROW_COUNT = 3;

/** On a phone the words alone have room in one row. */
const WORDS_ALONE = 'max-[430px]:[&>svg]:hidden';

/** The actions of a detail. Where they have no room beside each other the first ones go into a menu. */
export function DetailActions({ actions }: { actions: readonly DetailAction[] }): ReactElement {
  const isNarrow = useIsNarrow();
  const ordered = inOrder(actions);
  const at = isNarrow && ordered.length > NARROW_COUNT ? ordered.length - (NARROW_COUNT - 1) : 0;
  const hidden = ordered.slice(0, at);
  return (
    <>
      {hidden.length > 0 && (
        <Menu
          groups={groupsOf(hidden)}
          label="More actions"
          placement="bottom start"
          trigger={<IconButton icon={EllipsisVertical} label="More actions" />}
          onOpenChange={(isOpen) => {
            if (!isOpen) return;
            for (const action of hidden) if (action.is === 'menu') action.onOpen();
          }}
        />
      )}
      {ordered.slice(at).map((action, place, all) => (
        <ActionButton action={action} isLastLink={all[place + 1]?.is !== 'link'} key={action.id} />
      ))}
    </>
  );
}

/** Ways elsewhere first, the primary action last. */
function inOrder(actions: readonly DetailAction[]): readonly DetailAction[] {
  const rank = (action: DetailAction): number =>
    action.is === 'link' ? 0 : action.is === 'button' && action.isPrimary === true ? 2 : 1;
  return [...actions].sort((a, b) => rank(a) - rank(b));
}

interface ActionButtonProps {
  action: DetailAction;
  /** The others stand at the other end of their row. */
  isLastLink: boolean;
}

function ActionButton({ action, isLastLink }: ActionButtonProps): ReactElement {
  const { label, icon } = action;
  switch (action.is) {
    case 'link':
      return (
        // In a row of its own it begins where the row does, and not its box.
        <LinkButton
          className={cx('first:-ms-3', isLastLink && 'me-auto', WORDS_ALONE)}
          href={action.href}
          icon={icon}
          variant="ghost"
        >
          {label}
        </LinkButton>
      );
    case 'menu':
      return (
        <Menu
          groups={action.groups}
          label={label}
          placement="bottom end"
          trigger={
            <Button className={WORDS_ALONE} icon={icon}>
              {label}
            </Button>
          }
          onOpenChange={(isOpen) => {
            if (isOpen) action.onOpen();
          }}
        />
      );
    case 'button':
      return (
        <Button
          className={WORDS_ALONE}
          disabledReason={action.reason}
          icon={icon}
          isPending={action.isPending}
          variant={action.isPrimary === true ? 'primary' : 'secondary'}
          onPress={action.onPress}
        >
          {label}
        </Button>
      );
  }
}

/** A menu among them keeps its title; the others are one group before it. */
function groupsOf(actions: readonly DetailAction[]): readonly MenuGroup[] {
  const items = actions.flatMap((action): readonly MenuAction[] => {
    if (action.is === 'menu') return [];
    const { id, label, icon } = action;
    return action.is === 'link'
      ? [{ id, label, icon, href: action.href }]
      : [{ id, label, icon, disabledReason: action.reason, onAction: action.onPress }];
  });
  const menus = actions.flatMap((action) =>
    action.is === 'menu' ? action.groups.map((group) => ({ ...group, id: `${action.id} ${group.id}` })) : [],
  );
  return items.length === 0 ? menus : [{ id: 'actions', items }, ...menus];
}
