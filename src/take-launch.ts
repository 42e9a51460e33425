import { sharedTextOf, takeShared, watchLaunches } from './platform/shell/launches.ts';

/** The address this page was opened with, before anything is taken out of it. */
const OWN_ADDRESS = location.href;

const address = new URL(OWN_ADDRESS);
if (sharedTextOf(address) !== null) history.replaceState(null, '', takeShared(address));

export function openLaunches(open: (href: string) => void): void {
  watchLaunches(open, OWN_ADDRESS);
}
