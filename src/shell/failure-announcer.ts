import type { Notice } from '#sync/protocol/op.ts';

/** A cascade ends several changes within moments; they are said together. */
export const GATHER_MS = 400;

/** A tab that is seen but not worked in lets the one that is speak first; of several such tabs, chance picks one. */
export const STAND_BACK_MS = 800;
export const SPREAD_MS = 1200;

export interface FailureAnnouncer {
  /** Takes all notices of the device. What the first call holds is old news. */
  readonly see: (notices: readonly Notice[]) => void;
  readonly stop: () => void;
}

export interface AnnouncerPorts {
  readonly say: (fresh: readonly Notice[]) => void;
  /** Whether a screen of this tab says it in its own words. */
  readonly isToldHere: (notice: Notice) => boolean;
  /** Whether the person can see this tab. */
  readonly isVisible: () => boolean;
  /** Whether the person works in this tab: of several windows side by side, one at most. */
  readonly hasFocus: () => boolean;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Calls back when the tab is shown again. */
  readonly onVisible: (listener: () => void) => () => void;
  /** Other tabs of this device hear what this one has said, and it hears them. */
  readonly tellOthers: (noticeIds: readonly string[]) => void;
  readonly onTold: (listener: (noticeIds: readonly string[]) => void) => () => void;
}

/**
 * Tells of notices that appear while the page is open, each once, those of one moment together. A hidden tab waits: it
 * speaks when it is shown, unless another tab has said it by then or the notice was dismissed. Of several that are seen
 * at once the one with the focus speaks, and the others hear of it while they stand back.
 * What the screen that began it says in its own words is not said again, here or in another tab.
 */
export function createFailureAnnouncer(ports: AnnouncerPorts): FailureAnnouncer {
  let known: Set<string> | null = null;
  let gathered: Notice[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sayGathered = (): void => {
    timer = undefined;
    if (gathered.length === 0 || !ports.isVisible()) return;
    const fresh = gathered;
    gathered = [];
    ports.tellOthers(fresh.map(({ id }) => id));
    ports.say(fresh);
  };
  const gather = (): void => {
    if (gathered.length === 0 || timer !== undefined) return;
    const standBackMs = ports.hasFocus() ? 0 : STAND_BACK_MS + ports.random() * SPREAD_MS;
    timer = setTimeout(sayGathered, GATHER_MS + standBackMs);
  };
  const stopVisible = ports.onVisible(gather);
  const stopTold = ports.onTold((ids) => {
    gathered = gathered.filter(({ id }) => !ids.includes(id));
    for (const id of ids) known?.add(id);
  });
  return {
    see(notices) {
      const unread = new Set(notices.filter(({ readAt }) => readAt === null).map(({ id }) => id));
      gathered = gathered.filter(({ id }) => unread.has(id));
      if (known === null) {
        known = new Set(notices.map(({ id }) => id));
        return;
      }
      for (const notice of notices) {
        if (known.has(notice.id)) continue;
        known.add(notice.id);
        if (notice.readAt !== null) continue;
        if (ports.isToldHere(notice)) ports.tellOthers([notice.id]);
        else gathered.push(notice);
      }
      gather();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      stopVisible();
      stopTold();
    },
  };
}
