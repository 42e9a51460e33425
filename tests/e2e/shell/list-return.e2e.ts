import type { Page } from 'playwright';
import { expect, test } from '../fixtures.ts';
import { scrollTopOf } from '../geometry.ts';

const scrollTop = (page: Page): Promise<number> =>
  page.getByRole('grid', { name: 'Incidents' }).evaluate(scrollTopOf);

test('Back puts filter, scroll and row where they were', async ({ stack, makeScene, signedIn }) => {
  const word = `Backlog ${Date.now().toString(36)}`;
  for (let at = 0; at < 40; at += 1) await makeScene({ title: `${word} ${at}`, severity: 'low' });
  expect(await stack.sql('select 1 from incidents where title like $1', [`${word}%`])).toHaveLength(40);
  const page = await signedIn('responder', { path: `/incidents?search=${encodeURIComponent(word)}` });
  const rows = page.getByRole('grid', { name: 'Incidents' }).getByRole('row').filter({ hasText: word });
  await expect(rows.first()).toBeVisible();
  const address = page.url();
  const target = page.getByRole('link', { name: `${word} 2`, exact: true });
  await rows.first().hover();
  // Rows out of view are not drawn.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 200);
      return target.isVisible();
    })
    .toBe(true);
  await target.scrollIntoViewIfNeeded();
  const rowTop = async (): Promise<number> => (await target.boundingBox())?.y ?? -1;
  const before = { scroll: await scrollTop(page), top: await rowTop() };
  expect(before.scroll).toBeGreaterThan(0);
  await target.click();
  await expect(page.getByRole('heading', { level: 1, name: `${word} 2` })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(target).toBeVisible();
  await expect.poll(() => scrollTop(page)).toBe(before.scroll);
  await expect.poll(async () => Math.abs((await rowTop()) - before.top)).toBeLessThan(40);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? ''))
    .toContain(`${word} 2`);
});

test('rows of another search are shown from their top', async ({ makeScene, signedIn }) => {
  const word = `Scrolled ${Date.now().toString(36)}`;
  for (let at = 0; at < 60; at += 1)
    await makeScene({ title: `${word} ${at % 2 === 0 ? 'even' : 'odd'} ${at}`, severity: 'low' });
  const page = await signedIn('responder', { path: `/incidents?search=${encodeURIComponent(word)}` });
  const rows = page.getByRole('grid', { name: 'Incidents' }).getByRole('row').filter({ hasText: word });
  await rows.first().hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 200);
      return scrollTop(page);
    })
    .toBeGreaterThan(300);
  await page.getByRole('searchbox', { name: 'Search' }).fill(`${word} even`);
  await expect(page.getByRole('grid', { name: 'Incidents' })).toHaveAttribute('aria-rowcount', '31');
  await expect(rows.first()).toBeInViewport();
  await expect.poll(() => scrollTop(page)).toBe(0);
});

test('a link that is pressed while somebody types leads on, and Back has what was typed', async ({
  scene,
  signedIn,
}) => {
  const page = await signedIn('responder', { path: '/incidents' });
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially(scene.title.slice(0, 8));
  // The press takes the focus out of the field, which writes what was typed; letting go follows the link.
  await page.getByRole('link', { name: scene.title, exact: true }).hover();
  await page.mouse.down();
  await expect(page).toHaveURL(/search=/u);
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1, name: scene.title })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(scene.title.slice(0, 8));
});
