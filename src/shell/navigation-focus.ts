import type { RegisteredRouter } from '@tanstack/react-router';

/**
 * Moves focus to the heading of a page that was navigated to, so that screen readers say where they are. Not on the
 * first load, not for filters or panels, and on Back only when the page itself did not restore a focus.
 */
export function focusWhatIsNavigatedTo(router: RegisteredRouter): void {
  let action = 'PUSH';
  router.history.subscribe((change) => {
    action = change.action.type;
  });
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation === undefined || !pathChanged) return;
    const isStep = action === 'PUSH' || action === 'REPLACE';
    requestAnimationFrame(() => {
      if (isStep || document.activeElement === document.body) focusHeading();
    });
  });
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main');
  if (heading === null) return;
  // A reading position, not a control: a ring around a heading says nothing to the eye.
  heading.classList.add('outline-none');
  heading.focus({ preventScroll: true });
}
