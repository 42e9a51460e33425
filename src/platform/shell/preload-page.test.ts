import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';
import { preloadPage } from './preload-page.ts';

const Page = (): null => null;
type Load = () => Promise<{ default: typeof Page }>;
const arrives = vi.fn<Load>(async () => ({ default: Page }));
const isElsewhere = vi.fn<Load>(async () => ({ default: Page }));
let brokenTries = 0;
/** A plain function: a mock looks at what its promise comes to, and then nobody has left it unhandled. */
async function isBroken(): Promise<void> {
  brokenTries += 1;
  throw new SyntaxError('Unexpected token');
}

const rootRoute = createRootRoute({ component: Page });
const pageAt = (path: string, load: Load) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: lazyRouteComponent(load) });
const plain = createRoute({ getParentRoute: () => rootRoute, path: '/plain' });
const broken = createRoute({
  getParentRoute: () => rootRoute,
  path: '/broken',
  component: Object.assign(() => null, { preload: isBroken }),
});
const router = createRouter({
  routeTree: rootRoute.addChildren([
    pageAt('/things/$id', arrives),
    pageAt('/others', isElsewhere),
    broken,
    plain,
  ]),
  history: createMemoryHistory(),
});

it('sends for the code of the page at the address, before anything is rendered, and for no other', () => {
  preloadPage(router, '/things/7');
  expect(arrives).toHaveBeenCalledOnce();
  expect(isElsewhere).not.toHaveBeenCalled();
});

it('code that arrives broken is left to the route to say', async () => {
  const unhandled = vi.fn<(reason: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  preloadPage(router, '/broken');
  // Node tells of unhandled rejections when the tasks of a turn are done.
  await new Promise(setImmediate);
  process.off('unhandledRejection', unhandled);
  expect(brokenTries).toBe(1);
  expect(unhandled).not.toHaveBeenCalled();
});

it('a page whose code is here, or an address that leads nowhere, needs nothing', () => {
  for (const pathname of ['/plain', '/', '/nowhere']) {
    expect(() => preloadPage(router, pathname)).not.toThrow();
  }
});
