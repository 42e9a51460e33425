import type { Locator } from 'playwright';
import { expect, test } from '../fixtures.ts';
import { incidentPage } from '../incident-page.ts';
import { expectCalm } from '../sync-panel.ts';

/** Where the first and the last letter of a text are drawn. */
function ends(place: Locator): Promise<{ readonly first: DOMRect; readonly last: DOMRect }> {
  return place.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let at = walker.nextNode(); at !== null; at = walker.nextNode()) texts.push(at as Text); // it shows texts alone
    const text = texts.find(({ data }) => /\p{L}/u.test(data));
    if (text === undefined) throw new Error('no words here');
    const rectOf = (at: number): DOMRect => {
      const range = new Range();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().toJSON() as DOMRect; // as plain data
    };
    return { first: rectOf(0), last: rectOf(text.length - 1) };
  });
}

test('words from right to left stand so in list, title, thread and field, and their beginning is seen', async ({
  makeScene,
  signedIn,
}) => {
  const words = 'שירות התשלומים אינו עונה, ההזמנות ממתינות בתור';
  const scene = await makeScene({ title: `${words} ${'ועוד '.repeat(40)}(INC)` });
  const page = await signedIn('responder', { path: '/incidents', size: 'tablet' });
  const cell = page.getByRole('link', { name: scene.title });
  const box = await cell.boundingBox();
  const inList = await ends(cell);
  // What the column has no room for is the end of the title.
  expect(inList.first.x).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0) / 2);
  expect(inList.first.x).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0));
  await cell.click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(scene.title);
  const { first, last } = await ends(heading);
  expect(first.x).toBeGreaterThan(last.x);
  const incident = incidentPage(page, scene);
  await incident.composer.fill(`${words}.`);
  await expect.poll(() => incident.composer.evaluate((area) => getComputedStyle(area).direction)).toBe('rtl');
  await incident.comment(`${words}.`);
  const said = await ends(incident.written(words).locator('p'));
  // The full stop ends the sentence on its left.
  expect(said.last.x).toBeLessThan(said.first.x);
  await expectCalm(page);
});

test('what was written to break a page stands in it as text, on a phone', async ({ makeScene, signedIn }) => {
  const title = `Everything is slow 🔥 ${'x'.repeat(300)}`;
  const scene = await makeScene({ title });
  const page = await signedIn('responder', { path: `/incidents/${scene.incidentId}`, size: 'phone' });
  const trouble: string[] = [];
  page.on('dialog', (dialog) => {
    trouble.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('pageerror', ({ message }) => trouble.push(message));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const incident = incidentPage(page, scene);
  const evil = '<img src=x onerror=alert(1)> [press](javascript:alert(2)) [other](/incidents?status=all)';
  await incident.composer.fill(`${evil} ${'w'.repeat(2000)} [good](https://example.com/a?b=1)`);
  await incident.send.click();
  const said = incident.written('<img src=x onerror=alert(1)>');
  await expect(said.locator('img')).toHaveCount(0);
  await expect(said.getByRole('link')).toHaveCount(1);
  await expect(said.getByRole('link', { name: 'good' })).toHaveAttribute('href', 'https://example.com/a?b=1');
  await said.getByText('press').click();
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBe(widths[1]);
  await expectCalm(page);
  expect(trouble).toEqual([]);
});
