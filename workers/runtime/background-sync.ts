import type { DrainEnd } from '#sync/engine/send/drain.ts';
import { SyncError } from '#sync/errors.ts';
import type { Identity } from '#sync/protocol/identity.ts';

/** Name of the one background sync this app registers. */
export const OUTBOX_TAG = 'outbox';

/** A page that is being closed is listed, and leads, a moment longer, and sends nothing any more. */
const CLOSING_MS = 1000;

/** What the handler needs of its service worker. */
export interface OutboxParts {
  /** Whose journals are on this device. */
  readonly identities: () => Promise<readonly Identity[]>;
  /** True while a window of this app exists, in front or not. */
  readonly hasPage: () => Promise<boolean>;
  /** Resolves after the delay. */
  readonly wait: (delayMs: number) => Promise<void>;
  /** Tells the pages of an identity to look at their outbox now. */
  readonly nudge: (identity: Identity) => void;
  /** Drains one journal; null when another context leads. */
  readonly drain: (identity: Identity) => Promise<DrainEnd | null>;
  /** Told of a journal that could not be opened: locked, of a newer version, held by another tab. */
  readonly unopened: (thrown: unknown) => void;
  /** Asks the person to sign in, if notifications are allowed. */
  readonly askToSignIn: () => Promise<void>;
}

/** Ends after which another attempt of the browser may help. */
const mayHelpLater: ReadonlySet<DrainEnd | null> = new Set<DrainEnd | null>([
  'later',
  'unreachable',
  'failed',
]);

/** Where a page had or wanted the lead, it sends; unless it was being closed, so that there is none a moment later. */
async function drainPatiently(parts: OutboxParts, identity: Identity): Promise<DrainEnd | null> {
  const end = await parts.drain(identity);
  if (end !== null && end !== 'yielded') return end;
  await parts.wait(CLOSING_MS);
  return (await parts.hasPage()) ? end : parts.drain(identity);
}

/**
 * Handles the background sync `outbox` (D16). Where there is a page it does the sending, so it is only nudged; without
 * one, the journals are drained one after the other until a 401. Rejects when the browser should try again. Nothing
 * depends on it: a browser without background sync sends when the app is opened.
 */
export async function syncOutbox(parts: OutboxParts): Promise<void> {
  const identities = await parts.identities();
  if (await parts.hasPage()) {
    for (const identity of identities) parts.nudge(identity);
    await parts.wait(CLOSING_MS);
    if (await parts.hasPage()) return;
  }
  const ends: (DrainEnd | null)[] = [];
  for (const identity of identities) {
    const end = await drainPatiently(parts, identity).catch((thrown: unknown): DrainEnd => {
      // What one person has locked must not hold up the work of another.
      parts.unopened(thrown);
      return 'failed';
    });
    ends.push(end);
    if (end === 'signed-out') {
      await parts.askToSignIn();
      return;
    }
  }
  if (ends.some((end) => mayHelpLater.has(end))) {
    throw new SyncError({ kind: 'offline', message: 'Something still waits in the outbox' });
  }
}
