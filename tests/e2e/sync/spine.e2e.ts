import { killTab } from '../device.ts';
import { captivePortal } from '../fault-proxy.ts';
import { expect, test } from '../fixtures.ts';
import { commentsPath, incidentPage } from '../incident-page.ts';
import { openScreen, screens } from '../screens.ts';
import { endSessions, setRole } from '../people.ts';
import { fillSignIn, signIn } from '../sign-in-page.ts';
import { storedText } from '../stored-text.ts';
import { expectCalm, syncChip, syncPanel } from '../sync-panel.ts';

const writesPath = /\/api\/db\/(comments|hypotheses)/;

test(
  'opens cold without network after one visit, on every route',
  { tag: '@first' },
  async ({ wire, scene, visit }) => {
    const { device } = await visit();
    await device.close();
    await wire.disconnect();
    const page = await device.newPage();
    await page.goto('/');
    await expect(page).toHaveURL(/\/topology/);
    await expect(page.getByRole('region', { name: 'Components' }).getByRole('article').first()).toBeVisible();
    await page.goto('/incidents');
    await expect(page.getByRole('link', { name: scene.title })).toBeVisible();
    await expect(syncChip(page)).toHaveAccessibleName(/Offline|Server unreachable/);
    await incidentPage(page, scene).open();
    for (const screen of screens) await openScreen(page, screen, scene);
  },
);

test(
  'a comment and a status written offline survive a killed tab and arrive exactly once',
  { tag: '@first' },
  async ({ wire, scene, facts, visit }) => {
    const { device, page: first, incident } = await visit();
    await wire.disconnect();
    await incident.comment('Written in the lift');
    await incident.setStatus('Likely');
    await expect(incident.node.getByText('Saved on this device').first()).toBeVisible();
    // A status waits a moment for a better choice before it is a change: both are stored when both are counted.
    await expect(syncChip(first)).toHaveAccessibleName(/– 2 waiting$/);
    await killTab(first);
    await device.close();

    const page = await device.newPage();
    const reopened = incidentPage(page, scene);
    await reopened.open();
    await expect(reopened.node.getByText('Written in the lift')).toBeVisible();
    expect(await facts.commentRows('Written in the lift')).toBe(0);
    await wire.connect();
    await expect.poll(() => facts.commentRows('Written in the lift')).toBe(1);
    await expectCalm(page);
    expect(await facts.commentRows('Written in the lift')).toBe(1);
    expect(await facts.historyRows('hypothesis.status_updated')).toBe(1);
    // The server's trigger writes changelog lines for comments of outside responders only; ours leave an event.
    expect(await facts.historyRows('responder.commented')).toBe(0);
    expect(await facts.commentEvents()).toBe(1);
  },
);

test('a reply lost after the commit still makes one row', async ({ wire, facts, visit }) => {
  const { page, incident } = await visit();
  wire.add({ method: 'POST', path: commentsPath, fault: { do: 'lose-reply' }, times: 1 });
  wire.add({ method: 'PATCH', path: writesPath, fault: { do: 'lose-reply' }, times: 1 });
  await incident.comment('Reply gets lost');
  await incident.setStatus('Unlikely');
  await expect.poll(() => facts.historyRows('hypothesis.status_updated')).toBe(1);
  await expectCalm(page);
  expect(wire.seen.filter((request) => request.faulted === 'lose-reply')).toHaveLength(2);
  expect(await facts.commentRows('Reply gets lost')).toBe(1);
  expect(await facts.historyRows('hypothesis.status_updated')).toBe(1);
});

test(
  'a title changed on both sides asks, and the server keeps its value until the answer',
  { tag: '@first' },
  async ({ wire, scene, facts, visit }) => {
    const { page, incident } = await visit();
    const { review } = incident;
    await wire.disconnect();
    await incident.retitle('Mine: the pool is exhausted');
    await facts.rows('update hypotheses set title = $2 where id = $1', [
      scene.hypothesisId,
      'Theirs: the disk is full',
    ]);
    await wire.connect();
    await expect(review).toBeVisible();
    await expect(review.getByText('Theirs: the disk is full')).toBeVisible();
    await expect(review.getByText(scene.hypothesisTitle)).toBeVisible();
    expect(await facts.hypothesisTitle()).toBe('Theirs: the disk is full');
    await review.getByRole('button', { name: 'Apply mine' }).click();
    await expect.poll(() => facts.hypothesisTitle()).toBe('Mine: the pool is exhausted');
    await expectCalm(page);
    await expect(review).toBeHidden();
  },
);

test(
  'a 403 rolls back, tells the person and keeps the text',
  { tag: '@first' },
  async ({ stack, wire, facts, person, visit }) => {
    const { page, incident } = await visit('responder');
    const panel = syncPanel(page);
    await wire.disconnect();
    await incident.comment('May I still write this?');
    await setRole(stack, await person('responder'), 'viewer');
    await wire.connect();
    await expect(incident.chip).toHaveAccessibleName(/Needs attention/);
    await expect(incident.written('May I still write this?')).toBeHidden();
    await panel.open();
    await expect(panel.notices.getByText('May I still write this?').first()).toBeVisible();
    expect(await facts.commentRows('May I still write this?')).toBe(0);
    expect(
      wire.seen.filter((request) => request.method === 'POST' && commentsPath.test(request.path)),
    ).toHaveLength(1);
  },
);

test(
  'a session that ends while offline loses nothing; signing in again drains the queue',
  { tag: '@first' },
  async ({ stack, wire, scene, facts, person, visit }) => {
    const { page, incident } = await visit('responder');
    await wire.disconnect();
    await incident.comment('Before the session ended');
    await endSessions(stack, await person('responder'));
    await wire.connect();
    await expect(incident.chip).toHaveAccessibleName(/Signed out – 1/);
    await expect(incident.node.getByText('Before the session ended')).toBeVisible();
    expect(await facts.commentRows('Before the session ended')).toBe(0);
    await signIn(page, await person('responder'), `/incidents/${scene.incidentId}`);
    await expect.poll(() => facts.commentRows('Before the session ended')).toBe(1);
    await expectCalm(page);
    expect(await facts.commentRows('Before the session ended')).toBe(1);
  },
);

test('a session that ends under an open page is taken up again from that page, without a reload', async ({
  stack,
  scene,
  facts,
  person,
  visit,
}) => {
  const { page, incident } = await visit('responder');
  const address = new RegExp(`/incidents/${scene.incidentId}$`);
  await endSessions(stack, await person('responder'));
  await incident.comment('Written without a session');
  await expect(incident.chip).toHaveAccessibleName(/Signed out – 1/);
  // The page that is open stays open: nobody is taken out of what they read or write.
  await expect(page).toHaveURL(address);
  await page.evaluate(() => document.documentElement.setAttribute('data-is-same-page', 'yes'));
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByText(/Unsent changes are sent after signing in/)).toBeVisible();
  await fillSignIn(page, await person('responder'));
  await expect(page).toHaveURL(address);
  await expect.poll(() => facts.commentRows('Written without a session')).toBe(1);
  await expectCalm(page);
  await expect(page.locator('html')).toHaveAttribute('data-is-same-page', 'yes');
  expect(await facts.commentRows('Written without a session')).toBe(1);
});

test('two tabs: the one that was sending is closed, the other finishes, once', async ({
  wire,
  scene,
  facts,
  visit,
}) => {
  const { device, page: leader, incident } = await visit();
  const follower = await device.newPage();
  const other = incidentPage(follower, scene);
  await other.open();
  const stall = wire.add({ method: 'POST', path: commentsPath, fault: { do: 'stall' } });
  await leader.bringToFront();
  await incident.comment('Sent by two tabs');
  await expect.poll(() => wire.seen.filter((request) => request.faulted === 'stall').length).toBe(1);
  await expect(other.node.getByText('Sent by two tabs')).toBeVisible();
  await killTab(leader);
  await leader.close();
  wire.remove(stall);
  await follower.bringToFront();
  await expect.poll(() => facts.commentRows('Sent by two tabs')).toBe(1);
  await expectCalm(follower);
  expect(await facts.commentRows('Sent by two tabs')).toBe(1);
});

test('a captive portal counts as unreachable and nothing of it is stored', async ({ wire, facts, visit }) => {
  const { page, incident } = await visit();
  const lie = wire.add({ path: /^\/api\//, fault: captivePortal });
  await incident.comment('Behind the portal');
  await expect(incident.chip).toHaveAccessibleName(/Server unreachable – 1 waiting/);
  await expect(incident.node.getByText('Behind the portal')).toBeVisible();
  await page.reload();
  await expect(incident.node.getByText('Behind the portal')).toBeVisible();
  const stored = await storedText(page);
  expect(stored).toContain('Behind the portal');
  expect(stored).not.toContain('Free Wi-Fi');
  wire.remove(lie);
  await expect.poll(() => facts.commentRows('Behind the portal')).toBe(1);
  await expectCalm(page);
  expect(await facts.commentRows('Behind the portal')).toBe(1);
});
