import type { Page } from 'playwright';
import { expect, test } from '../fixtures.ts';
import { makeHostile } from '../hostile-values.ts';
import { expectCalm } from '../sync-panel.ts';
import { byLink, openScreen, recordScreens, screens, sharesOf } from '../screens.ts';

/** So many records of a kind are opened in each turn. */
const OPENED = 2;
/** Stops of one test; those of a record are as many as are opened. */
const A_SHARE = 31;

/** What of a screen failed: an error page, or a record or part that could not be shown. */
async function failures(page: Page): Promise<string[]> {
  const words = page.getByText(/could not be shown|Sorry\.\. there was an error/u);
  return Promise.all((await words.all()).map((found) => found.innerText()));
}

/** A screen by its address, or those of some records. */
type Stop = (typeof screens)[number] | (typeof recordScreens)[number];
const stops: readonly Stop[] = [...screens, ...recordScreens];

for (const turn of [1, 2]) {
  for (const [share, some] of sharesOf(stops, A_SHARE).entries()) {
    test(`hostile values of every column are drawn on every screen (${turn}, ${share + 1})`, async ({
      scene,
      facts,
      wire,
      signedIn,
    }) => {
      wire.add({ path: /^\/api\//u, method: 'GET', fault: { do: 'alter', alter: makeHostile(turn) } });
      const page = await signedIn('admin');
      const trouble: string[] = [];
      page.on('pageerror', ({ message }) => trouble.push(message));
      const look = async (screen: string): Promise<void> => {
        for (const words of await failures(page)) trouble.push(`${screen}: ${words}`);
      };
      for (const stop of some) {
        if (typeof stop === 'string') {
          await openScreen(page, stop, scene, byLink);
          await look(stop);
          continue;
        }
        const { table, path } = stop;
        // In each turn others.
        const rows = await facts.rows<{ id: string }>(
          `select id from ${table} order by id ${turn === 1 ? 'asc' : 'desc'} limit ${OPENED}`,
        );
        expect(rows.length, table).toBe(OPENED);
        for (const { id } of rows) {
          await byLink(page, path.replaceAll('$id', id));
          await expect(page.getByRole('heading').first()).toBeVisible();
          // What is folded away has not been asked for.
          await expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
          await look(path);
        }
      }
      // What has been kept is read again by a start.
      await page.reload();
      await expectCalm(page);
      await expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
      await look('after a reload');
      expect(trouble).toEqual([]);
    });
  }
}
