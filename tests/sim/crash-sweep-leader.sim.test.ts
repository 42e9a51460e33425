import { describeSweep } from './crash-sweep.ts';

describeSweep('leading page', (world) => {
  const leading = new Set(world.locks.leaders());
  const dead = [...world.tabs.values()].filter(({ owner }) => leading.has(owner));
  for (const tab of dead) world.killTab(tab);
  return dead.length > 0;
});
