export type MessageKind = 'success' | 'error' | 'loading' | 'info';

export interface Message {
  readonly id: number;
  readonly kind: MessageKind;
  readonly text: string;
  readonly detail?: string | undefined;
  readonly href?: string | undefined;
  readonly atMs: number;
}

/** The log is for reading back, not an archive: enough for a long shift. */
const KEPT_MESSAGES = 200;

export interface MessageLog {
  /** Adds a message and returns its id; newest first. */
  add: (message: Omit<Message, 'id' | 'atMs'>) => number;
  /** Changes a message in place (loading → success). Unknown ids are ignored. */
  update: (id: number, message: Omit<Message, 'id' | 'atMs'>) => void;
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
  /** The same for whoever shows the log: what is in it and what comes meanwhile is read. */
  subscribeReader: (listener: () => void) => () => void;
  getSnapshot: () => MessageLogState;
}

export interface MessageLogState {
  readonly messages: readonly Message[];
  readonly unreadCount: number;
}

export function createMessageLog(now: () => number = Date.now): MessageLog {
  let state: MessageLogState = { messages: [], unreadCount: 0 };
  let nextId = 1;
  let readers = 0;
  const listeners = new Set<() => void>();
  const set = (next: MessageLogState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    add(message) {
      const id = nextId;
      nextId += 1;
      const messages = [{ ...message, id, atMs: now() }, ...state.messages].slice(0, KEPT_MESSAGES);
      const unreadCount = readers > 0 ? 0 : Math.min(state.unreadCount + 1, messages.length);
      set({ messages, unreadCount });
      return id;
    },
    update(id, message) {
      const messages = state.messages.map((old) => (old.id === id ? { ...message, id, atMs: now() } : old));
      set({ ...state, messages });
    },
    clear: () => set({ messages: [], unreadCount: 0 }),
    subscribe,
    subscribeReader(listener) {
      readers += 1;
      if (state.unreadCount > 0) set({ ...state, unreadCount: 0 });
      const unsubscribe = subscribe(listener);
      return () => {
        readers -= 1;
        unsubscribe();
      };
    },
    getSnapshot: () => state,
  };
}

/** The page's log: every toast lands here too, so nothing is only in a toast. Read it with useSyncExternalStore. */
export const messageLog: MessageLog = createMessageLog();
