import { writeRouteTree } from './route-tree.ts';

/* `npm run routes`: after a file of `src/routes/` was added, moved or removed. */
await writeRouteTree();
