/* Builds the app for those who test it, unless what is built is of the same sources. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isBuildStale } from './app-build.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));
if (await isBuildStale(root)) {
  execFileSync(process.execPath, [vite, 'build'], { cwd: root, stdio: 'inherit' });
} else console.log('The app is built already, of the same sources.');
