import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginLogin,
  emailOf,
  fieldOf,
  passwordOf,
  startGateway,
  submitPassword,
  type Gateway,
  type LoginFlow,
} from './gateway-client.ts';

const MINUTE = 60_000;

let gateway: Gateway;
/** How far the gateway's clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  gateway = await startGateway({ clock: () => Date.now() + aheadMs });
});
afterAll(() => gateway.stop());

describe('sign-in', () => {
  it('offers a form with the token, the address and the password', async () => {
    const flow = await beginLogin(
      gateway.client(),
      '?refresh=false&aal=&return_to=%2Fincidents%3Fstatus%3Dopen',
    );
    const names = flow.ui.nodes.map(({ attributes }) => [attributes.name, attributes.type]);
    expect(names).toEqual([
      ['csrf_token', 'hidden'],
      ['identifier', 'text'],
      ['password', 'password'],
      ['method', 'submit'],
    ]);
    expect(flow.ui.nodes.map(({ meta }) => meta.label?.text)).toEqual([
      undefined,
      'E-Mail',
      'Password',
      'Sign in',
    ]);
    expect(flow.return_to).toBe('/incidents?status=open');
    expect(new Date(flow.expires_at).getTime() - Date.now()).toBeGreaterThan(9 * MINUTE);
  });

  it('opens a session for the right password, in a cookie scripts cannot read', async () => {
    const client = gateway.client();
    const answer = await submitPassword(
      client,
      await beginLogin(client),
      'Admin@Holdfast.local',
      passwordOf(gateway),
    );
    expect(answer.status).toBe(200);
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('ory_kratos_session='));
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Lax');
    expect(cookie).toContain(`Max-Age=${336 * 3600}`);
    const session = await client.json<{ active: boolean; identity: { traits: { email: string } } }>(
      '/api/.ory/sessions/whoami',
    );
    expect(session).toMatchObject({ active: true, identity: { traits: { email: 'admin@holdfast.local' } } });
  });

  it('stamps the last login of the person', async () => {
    const before = new Date();
    await gateway.signedIn('responder');
    const person = await gateway.pool.query<{ last_login: Date }>(
      'select last_login from people where email = $1',
      [emailOf('responder')],
    );
    expect(person.rows[0]?.last_login.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it.each([
    ['a wrong password', emailOf('admin'), 'wrong'],
    ['an unknown address', 'nobody@holdfast.local', 'holdfast-demo'],
  ])('answers %s with the form, a message and no session', async (_what, email, password) => {
    const client = gateway.client();
    const answer = await submitPassword(client, await beginLogin(client), email, password);
    expect(answer.status).toBe(400);
    const flow = (await answer.json()) as LoginFlow;
    expect(flow.ui.messages).toMatchObject([{ id: 4000006, type: 'error' }]);
    expect(flow.ui.messages?.[0]?.text).toMatch(/^The provided credentials are invalid/);
    expect(fieldOf(flow, 'identifier')).toBe(email);
    expect(fieldOf(flow, 'password')).toBe('');
    expect(client.cookies.has('ory_kratos_session')).toBe(false);
  });

  it('names the field that was left empty', async () => {
    const client = gateway.client();
    const answer = await submitPassword(client, await beginLogin(client), emailOf('admin'), '');
    const flow = (await answer.json()) as LoginFlow;
    expect(answer.status).toBe(400);
    expect(
      flow.ui.nodes.flatMap(({ attributes, messages }) =>
        messages.map(({ text }) => [attributes.name, text]),
      ),
    ).toEqual([['password', 'Property password is missing.']]);
  });

  it('gives a flow again by its id, until it has expired', async () => {
    const client = gateway.client();
    const flow = await beginLogin(client);
    expect((await client.json<LoginFlow>(`/api/.ory/self-service/login/flows?id=${flow.id}`)).id).toBe(
      flow.id,
    );
    aheadMs = 11 * MINUTE;
    try {
      const read = await client.send(`/api/.ory/self-service/login/flows?id=${flow.id}`);
      const submitted = await submitPassword(client, flow, emailOf('admin'), passwordOf(gateway));
      for (const answer of [read, submitted]) {
        expect(answer.status).toBe(410);
        expect(await answer.json()).toMatchObject({ error: { id: 'self_service_flow_expired', code: 410 } });
      }
    } finally {
      aheadMs = 0;
    }
  });

  it('refuses the form of another browser', async () => {
    const flow = await beginLogin(gateway.client());
    const answer = await submitPassword(gateway.client(), flow, emailOf('admin'), passwordOf(gateway));
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { id: 'security_csrf_violation' } });
  });

  it('refuses a form whose token was changed', async () => {
    const client = gateway.client();
    const flow = await beginLogin(client);
    flow.ui.nodes[0]!.attributes.value = 'forged';
    const answer = await submitPassword(client, flow, emailOf('admin'), passwordOf(gateway));
    expect(answer.status).toBe(403);
  });

  it('tells who is signed in already', async () => {
    const client = await gateway.signedIn('viewer');
    const answer = await client.send('/api/.ory/self-service/login/browser');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { id: 'session_already_available' } });
  });

  it('lets the same person confirm, and nobody else', async () => {
    const client = await gateway.signedIn('viewer');
    const old = client.cookies.get('ory_kratos_session');
    const other = await submitPassword(
      client,
      await beginLogin(client, '?refresh=true'),
      emailOf('admin'),
      passwordOf(gateway),
    );
    expect(await other.json()).toMatchObject({ error: { id: 'security_identity_mismatch' } });
    const same = await submitPassword(
      client,
      await beginLogin(client, '?refresh=true'),
      emailOf('viewer'),
      passwordOf(gateway),
    );
    expect(same.status).toBe(200);
    expect(client.cookies.get('ory_kratos_session')).not.toBe(old);
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example', String.raw`/\elsewhere.example`])(
    'sends nobody to %s',
    async (target) => {
      const answer = await gateway
        .client()
        .send(`/api/.ory/self-service/login/browser?return_to=${encodeURIComponent(target)}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { id: 'self_service_flow_return_to_forbidden' } });
    },
  );

  it('opens no session for a disabled account', async () => {
    await gateway.pool.query(`update identities set state = 'inactive' where traits ->> 'email' = $1`, [
      emailOf('editor'),
    ]);
    try {
      const client = gateway.client();
      const answer = await submitPassword(
        client,
        await beginLogin(client),
        emailOf('editor'),
        passwordOf(gateway),
      );
      expect(answer.status).toBe(401);
      expect(client.cookies.has('ory_kratos_session')).toBe(false);
    } finally {
      await gateway.pool.query(`update identities set state = 'active'`);
    }
  });
});

describe('sign-out', () => {
  it('ends the session for good', async () => {
    const client = await gateway.signedIn('viewer');
    const cookie = client.cookies.get('ory_kratos_session') ?? '';
    const { logout_token: token } = await client.json<{ logout_token: string }>(
      '/api/.ory/self-service/logout/browser',
    );
    const answer = await client.send(`/api/.ory/self-service/logout?token=${token}`);
    expect(answer.status).toBe(204);
    expect(client.cookies.has('ory_kratos_session')).toBe(false);
    client.cookies.set('ory_kratos_session', cookie);
    expect((await client.send('/api/.ory/sessions/whoami')).status).toBe(401);
  });

  it('takes only the token of this session', async () => {
    const client = await gateway.signedIn('viewer');
    expect((await client.send('/api/.ory/self-service/logout?token=made-up')).status).toBe(403);
    expect((await client.send('/api/.ory/sessions/whoami')).status).toBe(200);
  });

  it('says 401 to who is not signed in', async () => {
    expect((await gateway.client().send('/api/.ory/self-service/logout/browser')).status).toBe(401);
  });
});

describe('without a session', () => {
  it('answers whoami of the identity service as JSON', async () => {
    const answer = await gateway.client().send('/api/.ory/sessions/whoami');
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { code: 401, status: 'Unauthorized' } });
  });

  it.each(['/api/auth/whoami', '/api/db/incidents', '/properties', '/api/canary/api/summary', '/nowhere'])(
    'answers %s with the real server’s text',
    async (path) => {
      const answer = await gateway.client().send(path);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(await answer.text()).toBe('Authorization Error');
    },
  );

  it('tells a session that ran out from none', async () => {
    const client = await gateway.signedIn('commander');
    const expired = await client.json<{ expired: number }>(
      `/test-controls/expire-sessions?email=${emailOf('commander')}`,
      { method: 'POST' },
    );
    expect(expired.expired).toBe(1);
    const answer = await client.send('/api/db/incidents');
    expect(answer.status).toBe(401);
    expect(await answer.text()).toBe('Session Expired');
  });

  it('lasts 336 hours', async () => {
    const client = await gateway.signedIn('commander');
    try {
      aheadMs = 335 * 60 * MINUTE;
      expect((await client.send('/api/auth/whoami')).status).toBe(200);
      aheadMs = 337 * 60 * MINUTE;
      expect((await client.send('/api/auth/whoami')).status).toBe(401);
    } finally {
      aheadMs = 0;
    }
  });

  it('is well without one', async () => {
    expect(await gateway.client().json('/api/_health')).toEqual({ health: 'ok' });
    expect(await (await gateway.client().send('/health')).text()).toBe('OK');
  });
});

describe('what is not built', () => {
  it.each([
    ['POST', '/api/canary/run/topology/1'],
    ['POST', '/api/agent/generate'],
    ['POST', '/api/connection/test/1'],
    ['GET', '/api/kubeconfig'],
    ['GET', '/api/schemas/canary.schema.json'],
    ['POST', '/api/auth/invite_user'],
  ])('%s %s says so', async (method, path) => {
    const client = await gateway.signedIn('admin');
    const answer = await client.send(path, { method });
    expect(answer.status).toBe(501);
    expect(await answer.json()).toEqual({
      error: `not implemented: ${method} ${path.replace('/api', '').replace(/\?.*/, '')}`,
    });
  });

  it.each(['recovery', 'registration', 'settings', 'verification'])('a %s flow says so', async (kind) => {
    const answer = await gateway.client().send(`/api/.ory/self-service/${kind}/browser`);
    expect(answer.status).toBe(501);
    expect(await answer.json()).toMatchObject({ error: { code: 501, status: 'Not Implemented' } });
  });

  it('knows a path nobody has from one that is not built', async () => {
    const client = await gateway.signedIn('admin');
    const answer = await client.send('/api/nowhere');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ message: 'Not Found' });
  });
});
