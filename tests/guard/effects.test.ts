import { expect, test } from 'vitest';
import { productFiles, readCode } from './source-files.ts';

/** At most so many in `src`. It goes down and never up. */
const MOST = 53;

/** Why a feature has an effect of its own: it touches something outside React that no handler and no store can. */
const REASONS: Readonly<Record<string, string>> = {
  'src/features/account/leaving-page.tsx': 'removing the data begins with the page and ends it',
  'src/features/account/login-page.tsx': 'opens the flow of the address, and again when the network is back',
  'src/features/account/use-send-and-leave.ts': 'follows the outbox while it is emptied',
  'src/features/health/check/graph/run-plot.tsx': 'uPlot draws on a canvas that React knows nothing of',
  'src/features/health/check/graph/use-runs.ts': 'follows the index worker and reads again when it is told',
  'src/features/health/health-page.tsx': 'rows of the answer go into the store that the lines follow',
  'src/features/health/refresh.ts': 'asks the worker when the tab is seen',
  'src/features/incidents/evidence/use-found.ts': 'the rest of the lines after the first are painted',
  'src/features/incidents/link/link-dialog.tsx': 'begins to freeze what is being linked',
  'src/features/incidents/responders/use-hover-card.ts':
    'Escape anywhere closes the card and nothing behind it',
  'src/features/incidents/review/timeline-list.tsx':
    'what is chosen on the axis is brought into view in the list',
  'src/features/incidents/use-next-focus.ts': 'the focus goes on when replication has taken the node away',
  'src/features/sync/use-polled.ts': 'asks the worker again and again while a panel is open',
};

const EFFECT = /\buse(?:Layout)?Effect\(/gu;
const files = productFiles()
  .filter((path) => path.startsWith('src/'))
  .map((path) => ({ path, count: [...readCode(path).matchAll(EFFECT)].length }))
  .filter(({ count }) => count > 0);

test('an effect in a feature has a reason', () => {
  const inFeatures = files.map(({ path }) => path).filter((path) => path.startsWith('src/features/'));
  expect(inFeatures.filter((path) => !Object.hasOwn(REASONS, path))).toEqual([]);
  // A reason whose effect has gone goes too.
  expect(Object.keys(REASONS).filter((path) => !inFeatures.includes(path))).toEqual([]);
});

test('there are no more effects than there were', () => {
  const total = files.reduce((sum, { count }) => sum + count, 0);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(MOST);
});
