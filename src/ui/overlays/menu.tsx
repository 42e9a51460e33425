import { useRef, useState, type ReactElement } from 'react';
// The trigger without the menu: React Aria Components has both in one module.
import { PressResponder } from 'react-aria/private/interactions/PressResponder';
import { useMenuTriggerState } from 'react-stately/useMenuTriggerState';
import { defined } from '../defined.ts';
import { late } from '../late.tsx';
import type { MenuProps } from './menu-types.ts';
import { useMenuTrigger } from './use-menu-trigger.ts';

export type { MenuAction, MenuGroup, MenuProps } from './menu-types.ts';

/** Not in the first bundle: an open menu is a third of the widget library. */
const MenuOverlay = late(async () => (await import('./menu-overlay.tsx')).MenuOverlay);

/** A menu button. Items that cannot be used now stay visible with their reason. */
export function Menu(props: MenuProps): ReactElement {
  const { trigger, label, groups, placement = 'bottom start', isOpen, onOpenChange } = props;
  const state = useMenuTriggerState(defined({ isOpen, onOpenChange }));
  const triggerRef = useRef<HTMLButtonElement>(null);
  const { triggerProps, menuProps } = useMenuTrigger(state, triggerRef);
  const [wasOpen, setWasOpen] = useState(state.isOpen);
  if (state.isOpen && !wasOpen) setWasOpen(true);
  return (
    <>
      <PressResponder {...triggerProps} isPressed={state.isOpen} ref={triggerRef}>
        {trigger}
      </PressResponder>
      {wasOpen && <MenuOverlay {...{ state, triggerRef, menuProps, label, groups, placement }} />}
    </>
  );
}
