import type { Notice } from '#sync/protocol/op.ts';

/** A cascade ends several changes within moments; they are said together. */
export const GATHER_MS = 400;

export interface FailureAnnouncer {
  /** Takes all notices of the device. What the first call holds is old news. */
  readonly see: (notices: readonly Notice[]) => void;
  readonly stop: () => void;
}

/** Tells of notices that appear while the page is open, each once, those of one moment together. */
export function createFailureAnnouncer(say: (fresh: readonly Notice[]) => void): FailureAnnouncer {
  let known: Set<string> | null = null;
  let gathered: Notice[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sayGathered = (): void => {
    timer = undefined;
    const fresh = gathered;
    gathered = [];
    say(fresh);
  };
  return {
    see(notices) {
      if (known === null) {
        known = new Set(notices.map(({ id }) => id));
        return;
      }
      for (const notice of notices) {
        if (known.has(notice.id)) continue;
        known.add(notice.id);
        if (notice.readAt === null) gathered.push(notice);
      }
      if (gathered.length > 0) timer ??= setTimeout(sayGathered, GATHER_MS);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
