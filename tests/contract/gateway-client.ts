import { startBackend, type Backend } from '#tests/backend/backend.ts';
import type { Role } from '#tests/backend/seed/accounts.ts';

/** A browser as far as the gateway sees one: it keeps cookies and follows no redirect. */
export interface Client {
  readonly cookies: Map<string, string>;
  send(path: string, init?: RequestInit): Promise<Response>;
  json<T>(path: string, init?: RequestInit): Promise<T>;
}

export interface Gateway extends Backend {
  client(): Client;
  signedIn(role: Role): Promise<Client>;
}

/** A whole backend with the demo accounts and no other data. */
export async function startGateway(options: Parameters<typeof startBackend>[0] = {}): Promise<Gateway> {
  const backend = await startBackend({ size: 'none', testControls: true, ...options });
  const client = (): Client => createClient(backend.url);
  return {
    ...backend,
    client,
    async signedIn(role) {
      const fresh = client();
      const answer = await submitPassword(fresh, await beginLogin(fresh), emailOf(role), passwordOf(backend));
      if (answer.status !== 200)
        throw new Error(`sign-in as ${role}: ${answer.status} ${await answer.text()}`);
      return fresh;
    },
  };
}

export const emailOf = (role: Role): string => `${role}@holdfast.local`;
export const passwordOf = (backend: Backend): string => backend.accounts[0]?.password ?? '';

export interface LoginFlow {
  id: string;
  return_to?: string;
  expires_at: string;
  ui: {
    action: string;
    method: string;
    messages?: { id: number; text: string; type: string }[];
    nodes: {
      group: string;
      attributes: { name: string; type: string; value?: string };
      messages: { text: string }[];
      meta: { label?: { text: string } };
    }[];
  };
}

export const beginLogin = (client: Client, query = ''): Promise<LoginFlow> =>
  client.json<LoginFlow>(`/api/.ory/self-service/login/browser${query}`);

/** The value the form holds for a field. */
export const fieldOf = (flow: LoginFlow, name: string): string =>
  flow.ui.nodes.find(({ attributes }) => attributes.name === name)?.attributes.value ?? '';

/** Sends the form as the sign-in page does. */
export function submitPassword(
  client: Client,
  flow: LoginFlow,
  identifier: string,
  password: string,
): Promise<Response> {
  return client.send(`/api/.ory/self-service/login?flow=${flow.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      csrf_token: fieldOf(flow, 'csrf_token'),
      method: 'password',
      identifier,
      password,
    }),
  });
}

function createClient(origin: string): Client {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = new Headers({ accept: 'application/json', ...(cookie === '' ? {} : { cookie }) });
    new Headers(init.headers).forEach((value, name) => headers.set(name, value));
    const answer = await fetch(`${origin}${path}`, { ...init, redirect: 'manual', headers });
    for (const line of answer.headers.getSetCookie()) keep(cookies, line);
    return answer;
  };
  return {
    cookies,
    send,
    async json(path, init) {
      const answer = await send(path, init);
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as never; // each caller names the shape it expects and then asserts on it
    },
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  if (value === '' || /max-age=0/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}
