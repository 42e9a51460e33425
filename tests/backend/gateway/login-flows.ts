import { randomBytes, randomUUID } from 'node:crypto';

export const LOGIN_FLOW_LIFETIME_MS = 10 * 60_000;

/** Anybody may begin a flow; memory for them must not grow without bound. */
const MAX_FLOWS = 10_000;

export interface LoginFlow {
  id: string;
  issuedAt: number;
  expiresAt: number;
  requestUrl: string;
  returnTo: string | undefined;
  refresh: boolean;
  /** What the form must send. */
  csrfToken: string;
  /** What the browser that began the flow has in its cookie. */
  csrfCookie: string;
}

export interface LoginFlows {
  begin(from: Pick<LoginFlow, 'requestUrl' | 'returnTo' | 'refresh' | 'csrfCookie'>): LoginFlow;
  /** Expired flows are found too: their age is told to the client. */
  find(id: string): LoginFlow | undefined;
  end(id: string): void;
}

/** Login flows live in memory: after a restart a sign-in page starts over, which it can do at any time. */
export function createLoginFlows(clock: () => number): LoginFlows {
  const flows = new Map<string, LoginFlow>();
  return {
    begin(from) {
      const oldest = flows.keys().next();
      if (flows.size >= MAX_FLOWS && oldest.done !== true) flows.delete(oldest.value);
      const issuedAt = clock();
      const flow: LoginFlow = {
        ...from,
        id: randomUUID(),
        issuedAt,
        expiresAt: issuedAt + LOGIN_FLOW_LIFETIME_MS,
        csrfToken: randomBytes(32).toString('base64url'),
      };
      flows.set(flow.id, flow);
      return flow;
    },
    find: (id) => flows.get(id),
    end: (id) => void flows.delete(id),
  };
}
