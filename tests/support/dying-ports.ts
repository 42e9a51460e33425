import type { Http, Ports } from '#sync/ports.ts';

/** Where the process of a tab ends: at its `call`-th use of a port, before that had its effect or right after it. */
export interface Death {
  readonly call: number;
  readonly phase: 'before' | 'after';
}

/**
 * Ports of a tab that dies at one of its awaits: nothing it waits for returns afterwards. Calls are counted only while
 * `isArmed` says so, so that a sweep begins where the story does. `die` ends the tab.
 */
export function dyingPorts(ports: Ports, death: Death, isArmed: () => boolean, die: () => void): Ports {
  let calls = 0;
  const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

  async function through<T>(act: () => Promise<T>): Promise<T> {
    if (!isArmed()) return act();
    calls += 1;
    if (calls !== death.call) return act();
    if (death.phase === 'after') await act();
    die();
    return never<T>();
  }

  const guarded = <P extends object>(port: P): P =>
    new Proxy(port, {
      get(target, name, receiver): unknown {
        const member: unknown = Reflect.get(target, name, receiver);
        if (typeof member !== 'function') return member;
        return (...args: readonly unknown[]) =>
          through(async () => (await Reflect.apply(member, target, [...args])) as unknown);
      },
    });

  const http: Http = { send: (request, cancel) => through(() => ports.http.send(request, cancel)) };
  return { ...ports, journal: guarded(ports.journal), cache: guarded(ports.cache), http };
}
