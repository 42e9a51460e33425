import * as v from 'valibot';
import { leaderLock } from '#sync/engine/tabs/leadership.ts';
import type { Log, TabCard, TabRegistry } from '#sync/ports.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import { OP_VERSION } from '#sync/protocol/op.ts';
import { identityHash } from '#sync/store/device/names.ts';
import { FIRST_OP_VERSION } from '#sync/store/journal/op-format.ts';

const cardSchema = v.object({ tabId: v.string(), appVersion: v.nullable(v.string()), reads: v.number() });

/** The registry as its owner ends it. */
export interface HeldRegistry extends TabRegistry {
  leave(): void;
}

/**
 * Every open context of an identity, hidden and frozen ones too, as locks that each of them holds for as long as it
 * lives: the browser keeps the list, so no message can be lost and nobody who died stays on it. The name of the lock
 * carries the card. Contexts that queue for the lead without being on the registry run an app from before it: they read the
 * first format only (D17).
 */
export function joinTabRegistry(
  manager: LockManager,
  identity: Identity,
  own: Omit<TabCard, 'reads'>,
  log: Log,
  reads: number = OP_VERSION,
): HeldRegistry {
  const prefix = `tab:${identityHash(identity)}:`;
  const lead = leaderLock(identity);
  const leaving = new AbortController();
  let release: () => void = () => undefined;
  const card: TabCard = { ...own, reads };
  manager
    .request(
      prefix + JSON.stringify(card),
      { signal: leaving.signal },
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    )
    .catch((thrown: unknown) => {
      if (!leaving.signal.aborted) log.event('warn', 'tabs.not-on-the-registry', { message: String(thrown) });
    });

  function readCard(name: string): TabCard | null {
    try {
      const parsed = v.safeParse(cardSchema, JSON.parse(name.slice(prefix.length)));
      return parsed.success ? parsed.output : null;
    } catch {
      // Of a version that writes its card in another way: it is there, and nothing is known of it.
      return null;
    }
  }

  return {
    async open() {
      const { held = [], pending = [] } = await manager.query();
      const cards = held.filter(({ name }) => name?.startsWith(prefix) === true);
      const known = new Set(cards.map(({ clientId }) => clientId));
      const silent = new Set(
        [...held, ...pending]
          .filter(({ name, clientId }) => name === lead && !known.has(clientId))
          .map(({ clientId }) => clientId ?? ''),
      );
      return [
        ...cards.map(
          ({ name = '', clientId = '' }): TabCard =>
            readCard(name) ?? { tabId: clientId, appVersion: null, reads: FIRST_OP_VERSION },
        ),
        ...[...silent].map((tabId): TabCard => ({ tabId, appVersion: null, reads: FIRST_OP_VERSION })),
      ];
    },
    leave: () => {
      leaving.abort();
      release();
    },
  };
}

/** Asks of the registry while others are asked to leave it. */
const ASKS = 40;
const ASK_EVERY_MS = 250;

/** Waits for everybody else to leave the registry; false when somebody stays (a frozen tab) or it cannot be read. */
export async function leftAlone(
  registry: TabRegistry,
  own: string,
  wait: (delayMs: number) => Promise<void>,
): Promise<boolean> {
  try {
    for (let asked = 0; asked < ASKS; asked += 1) {
      if ((await registry.open()).every(({ tabId }) => tabId === own)) return true;
      await wait(ASK_EVERY_MS);
    }
  } catch {
    // Who is open is not known: somebody may be.
  }
  return false;
}

/** Newest format of operations that every open context reads (D17); the first one when the registry cannot be read. */
export async function readByAll(registry: TabRegistry): Promise<number> {
  try {
    return Math.min(OP_VERSION, ...(await registry.open()).map(({ reads }) => reads));
  } catch {
    // Who is open is not known, and the first format everybody reads.
    return FIRST_OP_VERSION;
  }
}
