import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { differences, type Json } from './capture-shape.ts';
import {
  beginLogin,
  emailOf,
  fieldOf,
  passwordOf,
  startGateway,
  submitPassword,
  type Client,
  type Gateway,
  type LoginFlow,
} from './gateway-client.ts';

/* What the identity service (Kratos v1.3.1) was recorded to answer, in the order in which a person meets it. */

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const captureOf = (name: string): { status: number; body: Json } =>
  JSON.parse(readFileSync(new URL(`captures/kratos/${name}.json`, import.meta.url), 'utf8')) as {
    status: number;
    body: Json;
  }; // recorded by us; a file that is none fails its test

const ORY = '/api/.ory';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const signIn = (client: Client, flow: LoginFlow): Promise<Response> =>
  submitPassword(client, flow, emailOf('admin'), passwordOf(gateway));

/** Asks as the recorded call did; each on a browser of its own. */
const asked: Readonly<Record<string, (client: Client) => Promise<Response>>> = {
  'whoami-none': (client) => client.send(`${ORY}/sessions/whoami`),
  'login-init': (client) =>
    client.send(`${ORY}/self-service/login/browser?refresh=false&aal=&return_to=%2Fincidents`),
  'login-bad-return-to': (client) =>
    client.send(`${ORY}/self-service/login/browser?return_to=https%3A%2F%2Felsewhere.example`),
  'login-get': async (client) => {
    const { id } = await beginLogin(client, '?return_to=%2Fincidents');
    return client.send(`${ORY}/self-service/login/flows?id=${id}`);
  },
  'login-unknown-flow': (client) => client.send(`${ORY}/self-service/login/flows?id=${UNKNOWN}`),
  'login-wrong-password': async (client) =>
    submitPassword(client, await beginLogin(client), emailOf('admin'), 'wrong'),
  'login-empty': async (client) => submitPassword(client, await beginLogin(client), '', ''),
  'login-csrf-violation': async (client) => {
    const flow = await beginLogin(client);
    return client.send(`${ORY}/self-service/login?flow=${flow.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        csrf_token: `${fieldOf(flow, 'csrf_token')}x`,
        method: 'password',
        identifier: emailOf('admin'),
        password: passwordOf(gateway),
      }),
    });
  },
  'login-ok': async (client) => signIn(client, await beginLogin(client)),
  whoami: async (client) => {
    await signIn(client, await beginLogin(client));
    return client.send(`${ORY}/sessions/whoami`);
  },
  'login-while-signed-in': async (client) => {
    await signIn(client, await beginLogin(client));
    return client.send(`${ORY}/self-service/login/browser`);
  },
  'logout-init': async (client) => {
    await signIn(client, await beginLogin(client));
    return client.send(`${ORY}/self-service/logout/browser`);
  },
  logout: signedOut,
  'whoami-after-logout': async (client) => {
    await signedOut(client);
    return client.send(`${ORY}/sessions/whoami`);
  },
  'logout-without-session': (client) => client.send(`${ORY}/self-service/logout/browser`),
  'error-unknown': (client) => client.send(`${ORY}/self-service/errors?id=${UNKNOWN}`),
};

async function signedOut(client: Client): Promise<Response> {
  await signIn(client, await beginLogin(client));
  const { logout_url: url } = await client.json<{ logout_url: string }>(`${ORY}/self-service/logout/browser`);
  return client.send(url, { headers: { accept: 'application/json' } });
}

it.each(Object.entries(asked))('%s', async (name, ask) => {
  const { status, body } = captureOf(name);
  const answer = await ask(gateway.client());
  const text = await answer.text();
  const isJson = (answer.headers.get('content-type') ?? '').includes('json') && text !== '';
  expect({
    status: answer.status,
    differences: differences(body, isJson ? (JSON.parse(text) as Json) : text),
  }).toEqual({ status, differences: [] });
});
