import { expect, setOnline, test } from '../fixtures.ts';
import { commentsPath, incidentPage } from '../incident-page.ts';
import { expectCalm, syncChip } from '../sync-panel.ts';

test('a server that answers nothing while the network is up is named, with at most one message', async ({
  wire,
  signedIn,
}) => {
  const page = await signedIn('responder', { serviceWorkers: 'allow' });
  await page.evaluate(() => {
    const seen: string[] = [];
    Reflect.set(globalThis, 'seenMessages', seen);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          const message = node.matches('[role=alertdialog]')
            ? node
            : node.querySelector('[role=alertdialog]');
          if (message !== null) seen.push(message.textContent ?? '');
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  const cut = wire.add({ path: /^\/api\//, fault: { do: 'cut' } });
  await expect(syncChip(page)).toHaveAccessibleName(/Server unreachable/);
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  const before = wire.seen.length;
  // Tried again and again, and said no louder for it.
  await expect.poll(() => wire.seen.length - before, { timeout: 120_000 }).toBeGreaterThan(2);
  expect(
    (await page.evaluate(() => Reflect.get(globalThis, 'seenMessages') as string[])).length,
  ).toBeLessThan(2);
  wire.remove(cut);
  await expectCalm(page);
});

test('a network that comes and goes twenty times sends every change once', async ({
  wire,
  scene,
  facts,
  signedIn,
}) => {
  const page = await signedIn('responder', {
    path: `/incidents/${scene.incidentId}`,
    serviceWorkers: 'allow',
  });
  const incident = incidentPage(page, scene);
  const texts = ['Flap one', 'Flap two', 'Flap three'];
  await setOnline(page, false);
  for (const text of texts) await incident.comment(text);
  for (let flap = 0; flap < 20; flap += 1) {
    await setOnline(page, true);
    await setOnline(page, false);
  }
  await setOnline(page, true);
  await expect.poll(() => facts.commentCounts(texts)).toEqual([1, 1, 1]);
  await expectCalm(page);
  expect(await facts.commentCounts(texts)).toEqual([1, 1, 1]);
  expect(await facts.commentEvents()).toBe(3);
  const bodies = wire.seen
    .filter(({ method, path }) => method === 'POST' && commentsPath.test(path))
    .map(({ body }) => body);
  // What is sent again is the same row, never another one.
  expect(new Set(bodies.map((body) => String(Reflect.get(Object(firstOf(body)), 'id')))).size).toBe(3);
});

function firstOf(body: string): unknown {
  const parsed: unknown = JSON.parse(body);
  return Array.isArray(parsed) ? parsed[0] : parsed;
}
