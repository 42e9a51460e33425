import type { Page } from 'playwright';
import { expect } from 'playwright/test';

interface Login {
  readonly email: string;
  readonly password: string;
}

/** Signs in through the form and waits until the page asked for stands. `origin` may be left out where pages know it. */
export async function signIn(page: Page, login: Login, path = '/incidents', origin = ''): Promise<void> {
  await page.goto(`${origin}/login?return_to=${encodeURIComponent(path)}`);
  await fillSignIn(page, login);
  await page.waitForURL((url) => url.pathname === path.split('?')[0]);
}

/** Fills in the sign-in form that is shown and sends it. */
export async function fillSignIn(page: Page, { email, password }: Login): Promise<void> {
  await page.getByLabel('E-Mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Waits until the shell is cached and controls the page, so that a cold start without network can work. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => page.evaluate(() => caches.keys().then((keys) => keys.length)), {
      message: 'the shell is cached',
    })
    .toBeGreaterThan(0);
}
