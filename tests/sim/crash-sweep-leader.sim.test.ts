import { describeSweep } from './crash-sweep.ts';

describeSweep('leading page', (world) => {
  const leading = new Set(world.locks.holders());
  for (const tab of world.tabs.values()) if (leading.has(tab.owner)) world.killTab(tab);
});
