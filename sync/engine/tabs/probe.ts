import { mustProbe } from './client.ts';
import type { Client } from './client.ts';
import { createLoop } from '../loop.ts';
import type { Loop } from '../loop.ts';
import type { Lead, Runtime } from '../runtime.ts';
import type { Session } from './session.ts';

/** First and longest wait between probes of an unreachable server or a held session (D14). */
const PROBE_BASE_MS = 5000;
const PROBE_CAP_MS = 60_000;
const OFFLINE_LOOK_MS = 30_000;

/** Asks whoami while the server is unreachable or the session is held; otherwise it sleeps. */
export interface Probe extends Loop {
  /** Probes now: something outside says that things may have changed. */
  kick(): void;
}

function isSettled(client: Client, session: Session): boolean {
  return session.state() === 'ok' && !mustProbe(client) && client.reach().state !== 'suspect';
}

/** Makes the probe of one term. One request answers both questions: is the server there, and who is signed in. */
export function createProbe(
  runtime: Runtime,
  lead: Lead,
  parts: { readonly client: Client; readonly session: Session; readonly failed: (thrown: unknown) => void },
): Probe {
  const { ports } = runtime;
  const { client, session } = parts;
  let misses = 0;

  async function turn(): Promise<number | null> {
    if (lead.isOver()) return null;
    if (!ports.lifecycle.isOnLine()) return OFFLINE_LOOK_MS;
    if (isSettled(client, session)) {
      misses = 0;
      return null;
    }
    await session.look();
    if (isSettled(client, session)) {
      misses = 0;
      return null;
    }
    const base = Math.min(PROBE_CAP_MS, PROBE_BASE_MS * 2 ** Math.min(misses, 10));
    misses += 1;
    return Math.round(base * (0.8 + 0.4 * ports.rng.next()));
  }

  const loop = createLoop(ports, turn, (thrown) => {
    parts.failed(thrown);
    return PROBE_BASE_MS;
  });
  return {
    wake: (delayMs) => loop.wake(delayMs),
    stop: () => loop.stop(),
    kick() {
      misses = 0;
      loop.wake();
    },
  };
}
