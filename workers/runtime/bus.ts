import { readBusMessage } from '#sync/engine/tabs/bus-messages.ts';
import type { Bus, BusMessage, Log } from '#sync/ports.ts';

/** Messages between the tabs of one identity. */
export interface ChannelBus extends Bus {
  /** Ends the connection; nothing is received afterwards. */
  close(): void;
}

/** Bus over a BroadcastChannel. What does not parse is logged and dropped. */
export function createBus(channel: BroadcastChannel, log: Log): ChannelBus {
  const listeners = new Set<(message: BusMessage) => void>();
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = readBusMessage(event.data);
    if (message === null) {
      log.event('warn', 'bus.unknown-message');
      return;
    }
    for (const receive of listeners) receive(message);
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
