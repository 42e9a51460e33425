import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Scene } from './scene.ts';

/** Every screen of the product, by address: what is looked at everywhere is looked at on each of them. */
export const screens = [
  '/login',
  '/incidents',
  '/incidents?status=resolved',
  '/incidents?search=nothing+is+called+this',
  '/incidents/$id',
  '/incidents/$id?comments=true',
  '/incidents/00000000-0000-4000-8000-000000000000',
  '/incidents?panel=sync',
  '/incidents?panel=log',
  '/incidents?panel=keys',
  '/health',
  '/health?layout=card',
  '/health?hidePassing=true&query=nothing+is+called+this',
  '/topology',
  '/topology?search=nothing+is+called+this',
  '/topology/$id',
  '/topology/00000000-0000-4000-8000-000000000000',
  '/view/topology/$id',
  '/view/topology/00000000-0000-4000-8000-000000000000?size=small',
  '/catalog',
  '/configs',
  '/catalog?search=a',
  '/catalog?search=nothing+is+called+this',
  '/catalog/changes',
  '/catalog/changes?changeType=nothing+is+called+this:1',
  '/catalog/compare',
  '/catalog/compare?left=00000000-0000-4000-8000-000000000000&right=00000000-0000-4000-8000-000000000000',
  '/catalog/$id',
  '/catalog/$id/changes',
  '/catalog/$id/insights',
  '/catalog/$id/relationships',
  '/catalog/$id/relationships?view=graph',
  '/catalog/$id/playbooks',
  '/catalog/$id/checks',
  '/catalog/$id/blast-radius',
  '/topology/$id/blast-radius',
  '/topology/$id/graph',
  '/catalog/insights',
  '/catalog/insights?component=00000000-0000-4000-8000-000000000000',
  '/catalog/scrapers',
  '/catalog/scrapers?search=nothing+is+called+this',
  '/catalog/scrapers/$id',
  '/catalog/scrapers/$id/jobs',
  '/settings/feature-flags',
  '/settings/feature-flags?search=nothing+is+called+this',
  '/settings/teams',
  '/settings/teams?search=nothing+is+called+this',
  '/settings/teams/$id',
  '/settings/teams/$id/manageTeam',
  '/settings/teams/$id/jobHistory',
  '/logs',
  '/logs?topologyId=00000000-0000-4000-8000-000000000000&logsSelector=application',
  '/playbooks',
  '/playbooks?search=nothing+is+called+this',
  '/playbooks/$id',
  '/playbooks/$id/run',
  '/playbooks/runs',
  '/playbooks/runs?rangeType=relative&range=now-90d',
  '/playbooks/runs?playbook=00000000-0000-4000-8000-000000000000',
  '/playbooks/runs/$id',
  '/playbooks/runs/compare',
  '/playbooks/runs/compare?a=00000000-0000-4000-8000-000000000000&b=00000000-0000-4000-8000-000000000000',
  '/auth-state-checker?return_to=%2Fincidents',
  '/error?error_code=BAD_SESSION',
  '/no-such-page',
] as const;
export type Screen = (typeof screens)[number];

/** Screens of one test: more of them would come near the limit of a test on a slow machine. */
const A_SHARE = 22;

/** What is opened in turn, in shares that a test each takes. */
export function sharesOf<T>(all: readonly T[], size = A_SHARE): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}

/** Screens of one record, which are looked at for several records of their table. */
export const recordScreens: readonly { readonly table: string; readonly path: string }[] = [
  { table: 'components', path: '/topology/$id' },
  { table: 'components', path: '/view/topology/$id?size=small' },
  { table: 'incidents', path: '/incidents/$id?comments=true' },
  { table: 'checks', path: '/health?checkId=$id' },
  { table: 'config_items', path: '/catalog/$id' },
  { table: 'config_items', path: '/catalog/$id?format=yaml&selected=1' },
  { table: 'config_items', path: '/catalog/$id/changes' },
  { table: 'config_items', path: '/catalog/$id/changes?timeline=item' },
  { table: 'config_items', path: '/catalog/compare?left=$id&right=$id' },
  { table: 'config_scrapers', path: '/catalog/scrapers/$id' },
  { table: 'teams', path: '/settings/teams/$id' },
  { table: 'teams', path: '/settings/teams/$id/manageTeam' },
  { table: 'teams', path: '/settings/teams/$id/jobHistory' },
  { table: 'config_scrapers', path: '/catalog/scrapers/$id/jobs' },
  { table: 'config_items', path: '/catalog/$id/relationships?incoming=true&relation=soft&hideDeleted=false' },
  {
    table: 'config_items',
    path: '/catalog/$id/relationships?view=graph&outline=true&incoming=true&relation=soft&hideDeleted=false',
  },
  { table: 'config_items', path: '/catalog/$id/checks' },
  { table: 'config_items', path: '/catalog/$id/blast-radius' },
  { table: 'config_items', path: '/catalog/$id/blast-radius?view=graph' },
  { table: 'components', path: '/topology/$id/blast-radius' },
  { table: 'components', path: '/topology/$id/graph?outline=true' },
  { table: 'config_changes', path: '/catalog/changes?changeId=$id' },
  { table: 'config_analysis', path: '/catalog/insights?insightId=$id' },
  { table: 'components', path: '/logs?topologyId=$id' },
  { table: 'playbooks', path: '/playbooks/$id' },
  { table: 'playbooks', path: '/playbooks/runs?playbook=$id' },
  { table: 'playbooks', path: '/playbooks/$id/run' },
  { table: 'playbook_runs', path: '/playbooks/runs/$id' },
];

/** How a page comes to an address. */
export type Opening = (page: Page, href: string) => Promise<unknown>;

/** As an address that is typed does: the app starts anew. */
export const byAddress: Opening = (page, href) => page.goto(href);

/** What TanStack Router puts on the window for its developer tools. */
interface RouterWindow {
  readonly __TSR_ROUTER__: {
    readonly state: {
      readonly status: string;
      readonly location: { readonly href: string };
      readonly resolvedLocation?: { readonly href: string };
    };
    navigate(to: { readonly href: string }): Promise<void>;
  };
}

/** As a link of the page does: many times faster than a start, and whatever the page had stays in memory. */
export const byLink: Opening = async (page, href) => {
  await page.evaluate(
    (to) => (window as unknown as RouterWindow).__TSR_ROUTER__.navigate({ href: to }),
    href,
  );
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = (window as unknown as RouterWindow).__TSR_ROUTER__.state;
    return status === 'idle' && resolvedLocation?.href === location.href;
  });
};

/** Opens a screen, with the scene's incident where an id is wanted, and waits until it stands. */
export async function openScreen(
  page: Page,
  screen: Screen,
  scene: Scene,
  open: Opening = byAddress,
): Promise<void> {
  await open(page, screen.replace('$id', scene.incidentId));
  // An open panel takes the page behind it out of the accessibility tree, so this goes by the element.
  await expect(page.locator('h1').first(), screen).toBeVisible();
  await expect(page.locator('[aria-busy="true"]'), screen).toHaveCount(0);
  // A panel comes after the page: until then all behind it can still be reached.
  if (screen.includes('panel=')) await expect(page.getByRole('dialog').first(), screen).toBeVisible();
  // The worker of the checks answers after the page stands.
  if (screen === '/health?layout=card')
    await expect(
      page.getByRole('region', { name: 'Checks' }).getByRole('link').first(),
      screen,
    ).toBeVisible();
}
