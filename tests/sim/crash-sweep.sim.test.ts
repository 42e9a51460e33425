import { describeSweep } from './crash-sweep.ts';

describeSweep('browser', (world) => {
  world.killAll();
  world.openTab();
  return true;
});
