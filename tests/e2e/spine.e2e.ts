import { killTab } from './device.ts';
import { captivePortal } from './fault-proxy.ts';
import { account, expect, fillSignIn, signIn, test } from './fixtures.ts';
import { expectCalm, incidentPage, syncChip, visit } from './incident-page.ts';
import { commentEvents, commentRows, historyRows, titleOnServer } from './server-facts.ts';

const commentsPath = /\/api\/db\/comments/;
const writesPath = /\/api\/db\/(comments|hypotheses)/;

/** Everything the origin keeps, as one text: Cache Storage and every record of every IndexedDB database. */
async function storedText(): Promise<string> {
  const parts: string[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) parts.push((await (await cache.match(request))?.text()) ?? '');
  }
  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name ?? ''));
    for (const store of database.objectStoreNames) {
      parts.push(JSON.stringify(await settled(database.transaction(store).objectStore(store).getAll())));
    }
    database.close();
  }
  return parts.join('\n');
}

test('opens cold without network after one visit, on every route', async ({ wire, scene, openDevice }) => {
  const device = await openDevice();
  await visit(await device.newPage(), wire.url, scene);
  await device.close();
  await wire.disconnect();
  const page = await device.newPage();
  await page.goto(`${wire.url}/`);
  await expect(page).toHaveURL(/\/incidents/);
  await expect(page.getByRole('link', { name: scene.title })).toBeVisible();
  await expect(syncChip(page)).toHaveAccessibleName(/Offline|Server unreachable/);
  await incidentPage(page, scene).open(wire.url);
  for (const route of [
    '/login',
    '/auth-state-checker',
    '/error?error_code=BAD_SESSION',
    '/incidents?status=nonsense',
  ]) {
    await page.goto(`${wire.url}${route}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('a comment and a status written offline survive a killed tab and arrive exactly once', async ({
  stack,
  wire,
  scene,
  openDevice,
}) => {
  const device = await openDevice();
  const first = await device.newPage();
  const incident = await visit(first, wire.url, scene);
  await wire.disconnect();
  await incident.comment('Written in the lift');
  await incident.setStatus('Likely');
  await expect(incident.node.getByText('Saved on this device').first()).toBeVisible();
  await killTab(first);
  await device.close();

  const page = await device.newPage();
  const reopened = incidentPage(page, scene);
  await reopened.open(wire.url);
  await expect(reopened.node.getByText('Written in the lift')).toBeVisible();
  expect(await commentRows(stack, scene, 'Written in the lift')).toBe(0);
  await wire.connect();
  await expect.poll(() => commentRows(stack, scene, 'Written in the lift')).toBe(1);
  await expectCalm(page);
  expect(await commentRows(stack, scene, 'Written in the lift')).toBe(1);
  expect(await historyRows(stack, scene, 'hypothesis.status_updated')).toBe(1);
  // The server's trigger writes changelog lines for comments of outside responders only; ours leave an event.
  expect(await historyRows(stack, scene, 'responder.commented')).toBe(0);
  expect(await commentEvents(stack, scene)).toBe(1);
});

test('a reply lost after the commit still makes one row', async ({ stack, wire, scene, openDevice }) => {
  const device = await openDevice();
  const page = await device.newPage();
  const incident = await visit(page, wire.url, scene);
  wire.add({ method: 'POST', path: commentsPath, fault: { do: 'lose-reply' }, times: 1 });
  wire.add({ method: 'PATCH', path: writesPath, fault: { do: 'lose-reply' }, times: 1 });
  await incident.comment('Reply gets lost');
  await incident.setStatus('Unlikely');
  await expect.poll(() => historyRows(stack, scene, 'hypothesis.status_updated')).toBe(1);
  await expectCalm(page);
  expect(wire.seen.filter((request) => request.faulted === 'lose-reply')).toHaveLength(2);
  expect(await commentRows(stack, scene, 'Reply gets lost')).toBe(1);
  expect(await historyRows(stack, scene, 'hypothesis.status_updated')).toBe(1);
});

test('a title changed on both sides asks, and the server keeps its value until the answer', async ({
  stack,
  wire,
  scene,
  openDevice,
}) => {
  const device = await openDevice();
  const page = await device.newPage();
  const incident = await visit(page, wire.url, scene);
  await wire.disconnect();
  await incident.retitle('Mine: the pool is exhausted');
  await stack.sql('update hypotheses set title = $2 where id = $1', [
    scene.hypothesisId,
    'Theirs: the disk is full',
  ]);
  await wire.connect();
  const review = page.getByRole('group', { name: /changed on the server too/i });
  await expect(review).toBeVisible();
  await expect(review.getByText('Theirs: the disk is full')).toBeVisible();
  await expect(review.getByText(scene.hypothesisTitle)).toBeVisible();
  expect(await titleOnServer(stack, scene)).toBe('Theirs: the disk is full');
  await review.getByRole('button', { name: 'Apply mine' }).click();
  await expect.poll(() => titleOnServer(stack, scene)).toBe('Mine: the pool is exhausted');
  await expectCalm(page);
  await expect(review).toBeHidden();
});

test('a 403 rolls back, tells the person and keeps the text', async ({ stack, wire, scene, openDevice }) => {
  const device = await openDevice();
  const page = await device.newPage();
  const incident = await visit(page, wire.url, scene);
  await wire.disconnect();
  await incident.comment('May I still write this?');
  const { id } = account('responder');
  const held = await stack.sql<{ v1: string }>(
    `update casbin_rule set v1 = 'viewer' where ptype = 'g' and v0 = $1 and v1 = 'responder' returning v1`,
    [id],
  );
  expect(held).toHaveLength(1);
  try {
    await wire.connect();
    await expect(syncChip(page)).toHaveAccessibleName(/Needs attention/);
    await expect(
      incident.node.getByRole('listitem').filter({ hasText: 'May I still write this?' }),
    ).toBeHidden();
    await syncChip(page).click();
    const panel = page
      .getByRole('dialog')
      .or(page.getByRole('complementary', { name: /sync/i }))
      .first();
    await expect(panel.getByText('May I still write this?').first()).toBeVisible();
    expect(await commentRows(stack, scene, 'May I still write this?')).toBe(0);
    expect(
      wire.seen.filter((request) => request.method === 'POST' && commentsPath.test(request.path)),
    ).toHaveLength(1);
  } finally {
    await stack.sql(
      `update casbin_rule set v1 = 'responder' where ptype = 'g' and v0 = $1 and v1 = 'viewer'`,
      [id],
    );
  }
});

test('a session that ends while offline loses nothing; signing in again drains the queue', async ({
  stack,
  wire,
  scene,
  openDevice,
}) => {
  const device = await openDevice();
  const page = await device.newPage();
  const incident = await visit(page, wire.url, scene);
  await wire.disconnect();
  await incident.comment('Before the session ended');
  await stack.sql('delete from identity.sessions where identity_id = $1', [account('responder').id]);
  await wire.connect();
  await expect(syncChip(page)).toHaveAccessibleName(/Signed out – 1/);
  await expect(incident.node.getByText('Before the session ended')).toBeVisible();
  expect(await commentRows(stack, scene, 'Before the session ended')).toBe(0);
  await signIn(page, wire.url, 'responder', `/incidents/${scene.incidentId}`);
  await expect.poll(() => commentRows(stack, scene, 'Before the session ended')).toBe(1);
  await expectCalm(page);
  expect(await commentRows(stack, scene, 'Before the session ended')).toBe(1);
});

test('a session that ends under an open page is taken up again from that page, without a reload', async ({
  stack,
  wire,
  scene,
  openDevice,
}) => {
  const device = await openDevice();
  const page = await device.newPage();
  const incident = await visit(page, wire.url, scene);
  await stack.sql('delete from identity.sessions where identity_id = $1', [account('responder').id]);
  await incident.comment('Written without a session');
  await expect(syncChip(page)).toHaveAccessibleName(/Signed out – 1/);
  // The page that is open stays open: nobody is taken out of what they read or write.
  await expect(page).toHaveURL(new RegExp(`/incidents/${scene.incidentId}$`));
  await page.evaluate(() => document.documentElement.setAttribute('data-is-same-page', 'yes'));
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByText(/Unsent changes are sent after signing in/)).toBeVisible();
  await fillSignIn(page, 'responder');
  await expect(page).toHaveURL(new RegExp(`/incidents/${scene.incidentId}$`));
  await expect.poll(() => commentRows(stack, scene, 'Written without a session')).toBe(1);
  await expectCalm(page);
  await expect(page.locator('html')).toHaveAttribute('data-is-same-page', 'yes');
  expect(await commentRows(stack, scene, 'Written without a session')).toBe(1);
});

test('two tabs: the one that was sending is closed, the other finishes, once', async ({
  stack,
  wire,
  scene,
  openDevice,
}) => {
  const device = await openDevice();
  const leader = await device.newPage();
  const incident = await visit(leader, wire.url, scene);
  const follower = await device.newPage();
  const other = incidentPage(follower, scene);
  await other.open(wire.url);
  const stall = wire.add({ method: 'POST', path: commentsPath, fault: { do: 'stall' } });
  await leader.bringToFront();
  await incident.comment('Sent by two tabs');
  await expect.poll(() => wire.seen.filter((request) => request.faulted === 'stall').length).toBe(1);
  await expect(other.node.getByText('Sent by two tabs')).toBeVisible();
  await killTab(leader);
  await leader.close();
  wire.remove(stall);
  await follower.bringToFront();
  await expect.poll(() => commentRows(stack, scene, 'Sent by two tabs')).toBe(1);
  await expectCalm(follower);
  expect(await commentRows(stack, scene, 'Sent by two tabs')).toBe(1);
});

test('a captive portal counts as unreachable and nothing of it is stored', async ({
  stack,
  wire,
  scene,
  openDevice,
}) => {
  const device = await openDevice();
  const page = await device.newPage();
  const incident = await visit(page, wire.url, scene);
  const lie = wire.add({ path: /^\/api\//, fault: captivePortal });
  await incident.comment('Behind the portal');
  await expect(syncChip(page)).toHaveAccessibleName(/Server unreachable – 1 waiting/);
  await expect(incident.node.getByText('Behind the portal')).toBeVisible();
  await page.reload();
  await expect(incident.node.getByText('Behind the portal')).toBeVisible();
  const stored = await page.evaluate(storedText);
  expect(stored).toContain('Behind the portal');
  expect(stored).not.toContain('Free Wi-Fi');
  wire.remove(lie);
  await expect.poll(() => commentRows(stack, scene, 'Behind the portal')).toBe(1);
  await expectCalm(page);
  expect(await commentRows(stack, scene, 'Behind the portal')).toBe(1);
});
