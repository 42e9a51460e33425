import { wrap } from 'comlink';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import { askPasskey, canUsePasskeys, createPasskey } from '#src/platform/session/passkey.ts';
import type { LockKind } from '#sync/protocol/device-lock.ts';
import type { SyncContract } from '#workers/contracts/sync-contract.ts';
import { identityOf } from '#tests/contract/store/fixtures.ts';

/** The part of the DevTools protocol these tests speak; Vitest's own type knows no commands. */
interface DevTools {
  send(method: string, params?: object): Promise<{ readonly authenticatorId?: string }>;
}
const devTools = cdp() as unknown as DevTools; // what Playwright's provider gives
const identity = identityOf('passkey-browser');
const workers: Worker[] = [];
let authenticatorId = '';

async function plugIn(options: object = {}): Promise<void> {
  const { authenticatorId: id = '' } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...options,
    },
  });
  authenticatorId = id;
}

function openWorker() {
  const worker = new Worker(new URL('../../workers/sync.worker.ts', import.meta.url), { type: 'module' });
  workers.push(worker);
  const contract = wrap<SyncContract>(worker);
  const start = (key?: Uint8Array) =>
    contract.start({
      identity,
      // Nothing listens here, so every request ends like one without a network.
      apiBase: 'http://127.0.0.1:1/api',
      tabId: `tab-${workers.length}`,
      appVersion: '0.1.0',
      key,
    });
  return { contract, start, close: () => worker.terminate() };
}

beforeEach(async () => {
  await devTools.send('WebAuthn.enable');
});

afterEach(async () => {
  await openWorker().contract.wipeLocked(identity);
  for (const worker of workers.splice(0)) worker.terminate();
  await devTools.send('WebAuthn.disable');
});

it('[LCK7] a passkey gives the same secret for a salt again and again, and another for another', async () => {
  await plugIn();
  expect(await canUsePasskeys()).toBe(true);
  const made = await createPasskey('Ada Lovelace');
  expect(made.secret).toHaveLength(32);
  expect(await askPasskey(made)).toEqual(made.secret);
  const other = await askPasskey({ ...made, salt: made.salt.map((byte) => byte ^ 1) });
  expect(other).toHaveLength(32);
  expect(other).not.toEqual(made.secret);
});

it('[LCK7] data locked with a passkey opens with it alone, in a new worker too, and the lock comes off', async () => {
  await plugIn();
  const first = openWorker();
  expect(await first.start()).toEqual({ ok: true, value: null });
  expect(await first.contract.setLock(await createPasskey('Ada Lovelace'))).toEqual({
    ok: true,
    value: null,
  });
  first.close();
  const second = openWorker();
  expect(await second.start()).toMatchObject({ ok: false, error: { kind: 'unauthorized' } });
  const asked = await second.contract.lockKind(identity);
  expect(asked).toMatchObject({ ok: true, value: { kind: 'passkey' } });
  const kind: LockKind | null = asked.ok ? asked.value : null;
  if (kind?.kind !== 'passkey') throw new Error('no passkey');
  const secret = await askPasskey(kind);
  expect(
    await second.contract.unlock(identity, { kind: 'passkey', secret: secret.map((byte) => byte ^ 1) }),
  ).toEqual({ ok: true, value: { kind: 'wrong', waitMs: 0 } });
  const opened = await second.contract.unlock(identity, { kind: 'passkey', secret });
  if (!opened.ok || opened.value.kind !== 'open') throw new Error('not opened');
  expect(await second.start(opened.value.key)).toEqual({ ok: true, value: null });
  expect(await second.contract.takeLockOff({ kind: 'passkey', secret })).toEqual({ ok: true, value: null });
  second.close();
  const third = openWorker();
  expect(await third.start()).toEqual({ ok: true, value: null });
  expect(await third.contract.lockKind(identity)).toEqual({ ok: true, value: null });
});

it('[LCK7] an authenticator that cannot encrypt, and a person who is not let through, lock nothing', async () => {
  await plugIn({ hasPrf: false });
  await expect(createPasskey('Ada Lovelace')).rejects.toMatchObject({
    info: { kind: 'rejected', message: 'This passkey cannot encrypt. Lock with a PIN instead.' },
  });
  await devTools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await plugIn();
  const made = await createPasskey('Ada Lovelace');
  await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await expect(askPasskey(made)).rejects.toMatchObject({ info: { kind: 'rejected' } });
});
