/* `npm start`: what a fresh clone needs first, then start.ts in this same process, so that Ctrl-C has one receiver. */
import { bootstrap } from '../bootstrap.mjs';

bootstrap();
const { register } = await import('tsx/esm/api');
register();
const { start } = await import('./start.ts');
await start(process.argv.slice(2));
