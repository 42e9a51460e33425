import * as v from 'valibot';
import type { Bus, BusMessage, Log } from '#sync/ports.ts';

/** Shape of every message; another version of the application may be at the other end. */
const messageSchema = v.variant('type', [
  v.object({ type: v.literal('appended'), lanes: v.array(v.string()) }),
  v.object({ type: v.literal('status'), status: v.record(v.string(), v.unknown()) }),
  v.object({ type: v.literal('refresh') }),
  v.object({ type: v.literal('session-restored'), userId: v.string() }),
  v.object({ type: v.literal('focus'), tabId: v.string(), incidentId: v.nullable(v.string()) }),
  v.object({ type: v.literal('visibility'), tabId: v.string(), visible: v.boolean() }),
  v.object({ type: v.literal('wipe') }),
]);

/** Messages between the tabs of one identity. */
export interface ChannelBus extends Bus {
  /** Ends the connection; nothing is received afterwards. */
  close(): void;
}

/** Bus over a BroadcastChannel. What does not parse is logged and dropped. */
export function createBus(channel: BroadcastChannel, log: Log): ChannelBus {
  const listeners = new Set<(message: BusMessage) => void>();
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    const parsed = v.safeParse(messageSchema, event.data);
    if (!parsed.success) {
      log.event('warn', 'bus.unknown-message');
      return;
    }
    for (const receive of listeners) receive(parsed.output);
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes no origin
    post: (message) => channel.postMessage(message),
    listen: (receive) => {
      listeners.add(receive);
      return () => listeners.delete(receive);
    },
    close: () => channel.close(),
  };
}
