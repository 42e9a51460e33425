import type { ComponentProps, KeyboardEvent, RefObject } from 'react';
import type { PressResponder } from 'react-aria/private/interactions/PressResponder';
import { useId } from 'react-aria/useId';
import { useOverlayTrigger } from 'react-aria/useOverlayTrigger';
import type { MenuTriggerState } from 'react-stately/useMenuTriggerState';
import type { MenuOverlayProps } from './menu-overlay.tsx';

type PressProps = Omit<ComponentProps<typeof PressResponder>, 'children' | 'ref'>;

interface MenuTrigger {
  readonly triggerProps: PressProps & {
    readonly id: string;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  readonly menuProps: MenuOverlayProps['menuProps'];
}

/** Keys that open a menu, with the item that has the focus then. */
const OPENING: ReadonlyMap<string, 'first' | 'last'> = new Map([
  ['Enter', 'first'],
  [' ', 'first'],
  ['ArrowDown', 'first'],
  ['ArrowUp', 'last'],
]);

/**
 * What makes a button the trigger of a menu: the widget library's hook, without what it has for menus that open on a long
 * press or a right click, of which every start would load the code.
 */
export function useMenuTrigger(
  state: MenuTriggerState,
  ref: RefObject<HTMLButtonElement | null>,
): MenuTrigger {
  const id = useId();
  const { triggerProps, overlayProps } = useOverlayTrigger({ type: 'menu' }, state, ref);
  // A mouse and a screen reader open on the way down, like menus of the system do; a finger on the way up.
  const pressProps: PressProps = {
    preventFocusOnPress: true,
    onPressStart: ({ pointerType, target }) => {
      if (pointerType === 'touch' || pointerType === 'keyboard') return;
      focusTrigger(target);
      state.open(pointerType === 'virtual' ? 'first' : null);
    },
    onPress: ({ pointerType, target }) => {
      if (pointerType !== 'touch') return;
      focusTrigger(target);
      state.toggle();
    },
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    const focused = openedBy(event);
    if (focused === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    state.toggle(focused);
  };
  return {
    triggerProps: { ...triggerProps, ...pressProps, onKeyDown: handleKeyDown, id },
    menuProps: {
      ...overlayProps,
      'aria-labelledby': id,
      autoFocus: state.focusStrategy ?? true,
      onClose: () => state.close(),
    },
  };
}

/** The item that the key opens the menu at; undefined for every other key, and for one that was already of use. */
function openedBy(event: KeyboardEvent): 'first' | 'last' | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey, repeat, nativeEvent, target, currentTarget } = event;
  if (event.isDefaultPrevented() || repeat || nativeEvent.isComposing) return undefined;
  if (ctrlKey || metaKey || shiftKey || (altKey && !key.startsWith('Arrow'))) return undefined;
  // What hangs on the trigger by React alone, the menu itself, has keys of its own.
  if (!(target instanceof Node) || !currentTarget.contains(target)) return undefined;
  return OPENING.get(key);
}

/** It must have the focus, so that it has it again when the menu closes. */
function focusTrigger(target: Element): void {
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
