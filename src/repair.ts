// A script of its own beside the app, for when that does not start (vite.config.ts builds it and names it in
// index.html). It imports nothing that could be what is broken.
import { watchStart } from './platform/shell/repair.ts';

watchStart();
