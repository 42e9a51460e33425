import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import { SESSION_COOKIE } from '#tests/backend/gateway/authenticate.ts';
import { expect, test } from '../fixtures.ts';
import type { SeenRequest } from '../fault-proxy.ts';
import { commentsPath, incidentPage } from '../incident-page.ts';
import type { Person } from '../people.ts';
import { fillSignIn } from '../sign-in-page.ts';
import { expectCalm, syncChip } from '../sync-panel.ts';

/* Whose session it is: nothing of one person leaves under the name of another (I17, AUT7). */

async function toSignIn(page: Page, path: string): Promise<void> {
  await page.goto(`/login?return_to=${encodeURIComponent(path)}`);
  await expect(page.getByLabel('E-Mail')).toBeVisible();
}

test('two accounts alternate in two tabs, each with a full outbox: every change goes once, under its own name', async ({
  stack,
  wire,
  scene,
  facts,
  person,
  openDevice,
}) => {
  const [ada, ben] = await Promise.all([person('responder'), person('commander')]);
  const path = `/incidents/${scene.incidentId}`;
  const device = await openDevice();
  const [first, second] = [await device.newPage(), await device.newPage()];
  // Both forms are open before anybody is signed in: the second swaps a session that is alive.
  await toSignIn(first, path);
  await toSignIn(second, path);
  const signedIn = async (page: Page, who: Person): Promise<void> => {
    await fillSignIn(page, who);
    await expect(page).toHaveURL((url) => url.pathname === path);
  };
  const writes = async (page: Page, texts: readonly string[]): Promise<void> => {
    for (const text of texts) await incidentPage(page, scene).comment(text);
    await expect(syncChip(page)).toHaveAccessibleName(new RegExp(`Sending ${texts.length}`, 'u'));
  };
  const expire = (who: Person) =>
    stack.sql('update identity.sessions set active = false where identity_id = $1', [who.id]);
  const texts = (name: string): string[] => [1, 2, 3, 4].map((number) => `${name} writes ${number}`);

  await signedIn(first, ada);
  await expectCalm(first);
  const held = wire.add({ method: 'POST', path: commentsPath, fault: { do: 'stall' } });
  await writes(first, texts('Ada'));

  // Her first change is on its way and gets no answer: he is signed in once it was given up, and not before.
  await signedIn(second, ben);
  await expectCalm(second);
  const sentComments = (): readonly SeenRequest[] =>
    wire.seen.filter(({ method, path: at }) => method === 'POST' && commentsPath.test(at));
  expect(sentComments().length).toBeGreaterThan(0);
  await writes(second, texts('Ben'));

  // And back, and forth again, with what the other has not sent.
  await expire(ben);
  await toSignIn(first, path);
  wire.remove(held);
  await signedIn(first, ada);
  await expect.poll(() => facts.commentCounts(texts('Ada'))).toEqual([1, 1, 1, 1]);
  expect(await facts.commentCounts(texts('Ben'))).toEqual([0, 0, 0, 0]);
  await expire(ada);
  await toSignIn(second, path);
  await signedIn(second, ben);
  await expect.poll(() => facts.commentCounts(texts('Ben'))).toEqual([1, 1, 1, 1]);
  await expectCalm(second);
  expect(await facts.commentCounts([...texts('Ada'), ...texts('Ben')])).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);

  const owners = new Map(
    (
      await facts.rows<{ token_hash: string; identity_id: string }>(
        'select token_hash, identity_id from identity.sessions',
      )
    ).map((row) => [row.token_hash, row.identity_id]),
  );
  const nameOf = new Map([
    [ada.id, 'Ada'],
    [ben.id, 'Ben'],
  ]);
  const under = sentComments().map(({ cookie, body }) => {
    const token = new RegExp(`${SESSION_COOKIE}=([^;]+)`, 'u').exec(cookie)?.[1] ?? '';
    const owner = owners.get(createHash('sha256').update(decodeURIComponent(token)).digest('hex')) ?? '';
    return { session: nameOf.get(owner), writer: /"(Ada|Ben) writes/u.exec(body)?.[1] };
  });
  expect(under.length).toBeGreaterThanOrEqual(8);
  expect(under.filter(({ session, writer }) => session !== writer)).toEqual([]);
});
