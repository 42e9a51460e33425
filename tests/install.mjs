/* The browser the tests run in, and nginx: found where they usually are, else installed. Plain JS, no dependencies. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = dirname(dirname(fileURLToPath(import.meta.url)));

/** Names and places of Chromium and its siblings, in order of preference. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/Applications/Chromium.app/Contents/MacOS',
  '/Applications/Google Chrome.app/Contents/MacOS',
];
const MAC_NAMES = ['Chromium', 'Google Chrome'];

/** Where a Chromium build keeps its executable inside Playwright's cache, by platform. */
const CACHE_EXECUTABLES = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-win/chrome.exe',
  'chrome-win64/chrome.exe',
];

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not for this user: the next candidate
  }
}

function playwrightCaches() {
  const named = process.env.PLAYWRIGHT_BROWSERS_PATH;
  if (named !== undefined && named !== '' && named !== '0') return [named];
  return [
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
    join(homedir(), 'AppData', 'Local', 'ms-playwright'),
  ];
}

function fromPlaywrightCache() {
  for (const cache of playwrightCaches()) {
    if (!existsSync(cache)) continue;
    const builds = readdirSync(cache)
      .filter((name) => /^chromium-\d+$/.test(name))
      .toSorted((a, b) => Number(b.split('-')[1]) - Number(a.split('-')[1]));
    for (const build of builds) {
      const found = CACHE_EXECUTABLES.map((tail) => join(cache, build, tail)).find(isExecutable);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The path of a Chromium that can be started here, or undefined. CHROMIUM_BIN goes first and must be right. */
export function findChromium() {
  const named = process.env.CHROMIUM_BIN;
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new Error(`CHROMIUM_BIN names ${named}, which cannot be started`);
  }
  const path = (process.env.PATH ?? '').split(delimiter).filter((directory) => directory !== '');
  for (const directory of [...path, ...PLACES]) {
    const found = [...NAMES, ...MAC_NAMES].map((name) => join(directory, name)).find(isExecutable);
    if (found !== undefined) return found;
  }
  return fromPlaywrightCache();
}

function run(command, args) {
  const result = spawnSync(command, args, { stdio: 'inherit', cwd: REPOSITORY });
  return result.status === 0;
}

/** Finds Chromium or installs it: Debian's package as root, Playwright's build otherwise. Throws with what to do. */
export function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')) {
    console.log('No Chromium found; installing the package of this system.');
    if (
      run('apt-get', ['update']) &&
      run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
    ) {
      const installed = findChromium();
      if (installed !== undefined) return installed;
    }
  }
  console.log('No Chromium found; asking Playwright for its build.');
  run(process.execPath, [join(REPOSITORY, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium']);
  const installed = findChromium();
  if (installed !== undefined) return installed;
  throw new Error(
    'No Chromium: install one (Debian: apt-get install chromium; anywhere: npx playwright install chromium) or name it in CHROMIUM_BIN',
  );
}

function findNginx() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((directory) => directory !== '');
  return [...path, '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
    .map((directory) => join(directory, 'nginx'))
    .find(isExecutable);
}

/** Finds nginx or, as root on Debian, installs its package; undefined where it cannot be had. */
export function ensureNginx() {
  const found = findNginx();
  if (found !== undefined || process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) return found;
  console.log('No nginx found; installing the package of this system.');
  run('apt-get', ['update']);
  run('apt-get', ['install', '-y', '--no-install-recommends', 'nginx-light']);
  return findNginx();
}
