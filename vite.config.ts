import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { babel } from '@rollup/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import {
  build,
  defineConfig,
  type Plugin,
  type PluginOption,
  type PreviewServer,
  type ProxyOptions,
  type ViteDevServer,
} from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { SECURITY_HEADERS } from './src/platform/shell/csp.ts';
import { markSheet, type IconSet } from './src/ui/marks/mark-sheet.ts';

const backendUrl = process.env['BACKEND_URL'] ?? 'http://127.0.0.1:3000';
// Unit tests read this file too; they need neither routes written nor a service worker built.
const isTest = process.env['VITEST'] !== undefined;
const packageVersion = (
  JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
).version; // shape of our own file

function toBackend(rewrite: (path: string) => string): ProxyOptions {
  // Cookies are host-only; changing the Host header keeps virtual-hosted servers working.
  return { target: backendUrl, changeOrigin: true, rewrite, proxyTimeout: 600_000 };
}

// First match wins, so the two special prefixes stand before the general one.
const proxy: Record<string, ProxyOptions> = {
  '^/api/canary/': toBackend((path) => path.replace(/^\/api\/canary/, '/canary')),
  '^/api/\\.ory/': toBackend((path) => path.replace(/^\/api\/\.ory/, '/kratos')),
  '^/api/': toBackend((path) => path.replace(/^\/api/, '')),
};

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** The demo (a backend on this machine) may sign in by URL; in front of any other server public/config.json decides. */
function demoConfig(): Plugin {
  const serve = (server: ViteDevServer | PreviewServer): void => {
    if (!LOOPBACK_HOSTS.has(new URL(backendUrl).hostname)) return;
    server.middlewares.use('/config.json', (_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ credentialsInUrl: true }));
    });
  };
  return { name: 'holdfast:demo-config', configureServer: serve, configurePreviewServer: serve };
}

/** Holds the first paint until the theme is known, so that a dark choice never flashes light. */
function blockingEntry(): Plugin {
  return {
    name: 'holdfast:blocking-entry',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
    },
  };
}

/**
 * The script that helps when the app does not start: built alone, so that it shares no file with what may be broken, and
 * named in the page before the app. It listens first, and is small enough not to be noticed.
 */
function repairScript(): Plugin {
  let path = '';
  return {
    name: 'holdfast:repair-script',
    apply: 'build',
    async buildStart() {
      const code = await bundledAlone(fileURLToPath(new URL('src/repair.ts', import.meta.url)));
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
      path = `assets/repair-${hash}.js`;
      this.emitFile({ type: 'asset', fileName: path, source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        // Deferred: in turn before the app, without holding up the page.
        replaceOnce(
          html,
          '<script type="module"',
          `<script defer src="/${path}"></script>\n    <script type="module"`,
        ),
    },
  };
}

async function bundledAlone(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2023',
      lib: { entry, formats: ['iife'], name: 'repair' },
    },
  });
  const [output] = [built].flat();
  if (output === undefined || !('output' in output)) throw new Error(`${entry} was not built`);
  return output.output[0].code;
}

/** How the routes' tree is generated; formatted as written (package.json), so that a build changes no tracked file. */
export const ROUTES = {
  target: 'react',
  autoCodeSplitting: true,
  addExtensions: true,
  quoteStyle: 'single',
  semicolons: true,
  routeFileIgnorePattern: '\\.test\\.tsx?$',
} as const;

/** The console speaks English: every other translation of the widget library is that one, and costs nothing. */
function englishWidgets(): Plugin {
  const translation =
    /[\\/]react-(?:aria|aria-components|stately)[\\/]dist[\\/]private[\\/]intl[\\/](?:.+[\\/])?[a-z]{2}-[A-Z]{2}\.(m?js)$/u;
  return {
    name: 'holdfast:english-widgets',
    enforce: 'pre',
    load(id) {
      const extension = translation.exec(id)?.[1];
      if (extension === undefined || id.endsWith(`en-US.${extension}`)) return null;
      return `export { default } from './en-US.${extension}';`;
    },
  };
}

/**
 * React wants keys of children that change places, which the parts of an icon never do: random letters that no packing
 * makes smaller. Development, which would warn, keeps them.
 */
function iconsWithoutKeys(): Plugin {
  return {
    name: 'holdfast:icons-without-keys',
    apply: (_config, { command, mode }) => command === 'build' && mode === 'production',
    transform: {
      filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/u },
      handler: (code) => ({ code: code.replaceAll(/,\s*key: "\w+"(?=\s*\})/gu, ''), map: null }),
    },
  };
}

/**
 * Chromium keeps compiled modules of a service worker's cache but uses them only where they were asked for as plain
 * scripts first; asked for as modules they are parsed anew by every start. The module takes what the plain one brought.
 */
function keptCode(): Plugin {
  return {
    name: 'holdfast:kept-code',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/u },
      handler: (code) => replaceOnce(code, "scriptRel = 'modulepreload'", "scriptRel = 'preload'"),
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const entry = /<script type="module"[^>]* src="(?<src>[^"]+)"/u.exec(html)?.groups?.['src'];
        if (entry === undefined) throw new Error('index.html has no entry');
        const preload = `<link rel="preload" as="script" crossorigin href="${entry}">`;
        // First: what the entry's own element asks for would be a module.
        return replaceOnce(
          html.replaceAll('<link rel="modulepreload"', '<link rel="preload" as="script"'),
          '<script type="module"',
          `${preload}\n    <script type="module"`,
        );
      },
    },
  };
}

/**
 * The policy allows no style element that a script makes. CodeMirror's styles are constructed sheets instead, which is
 * what its style-mod makes in a shadow root, and what policies for scripts and styles have nothing to say about.
 */
function constructedStyles(): Plugin {
  return {
    name: 'holdfast:constructed-styles',
    transform: {
      filter: { id: /[\\/]style-mod[\\/]src[\\/]style-mod\.js/u },
      handler: (code) => ({
        code: replaceOnce(code, '!root.head && root.adoptedStyleSheets', 'root.adoptedStyleSheets'),
        map: null,
      }),
    },
  };
}

/** Marks of providers and types, of two sets of which a build takes what can occur: a late file, kept like a script. */
function typeMarks(): Plugin {
  const setOf = (name: string): IconSet =>
    JSON.parse(
      readFileSync(new URL(`node_modules/@iconify-json/${name}/icons.json`, import.meta.url), 'utf8'),
    ) as IconSet; // Iconify's own format
  return {
    name: 'holdfast:type-marks',
    enforce: 'pre',
    load: {
      filter: { id: /[\\/]ui[\\/]marks[\\/]marks\.css$/u },
      handler: () => markSheet({ logos: setOf('logos'), devicon: setOf('devicon') }),
    },
  };
}

function replaceOnce(text: string, what: string, by: string): string {
  if (!text.includes(what)) throw new Error(`The build has no ${what} any more`);
  return text.replace(what, by);
}

/** By the path inside this checkout: the folders it lies in may be called anything. */
function within(paths: RegExp): (id: string) => boolean {
  const root = fileURLToPath(new URL('.', import.meta.url));
  return (id) => paths.test(relative(root, id));
}

/** Of every script a start waits for, the service worker is asked alone: few are faster than small ones. */
const CHUNKS = [
  { name: 'app', tags: ['$initial' as const] },
  // What dialogs and lists are made of, for all pages but the first.
  {
    name: 'controls',
    test: within(/^(?:node_modules[\\/](?:react-aria(?:-components)?|react-stately)|src[\\/]ui)[\\/]/u),
    minShareCount: 2,
  },
  // Small files of the lowest layers. They import nothing of the pages, so that no chunk waits for itself.
  {
    name: 'common',
    test: within(/^(?:node_modules[\\/]lucide-react|src[\\/](?:lib|platform)|sync)[\\/]/u),
    minShareCount: 2,
  },
  // What lists and details are made of.
  { name: 'views', test: within(/^src[\\/]views[\\/](?!form[\\/])/u), minShareCount: 2 },
];

/** Where this build is written to: the one with the stories is beside the product. */
let builtInto = 'dist';

function noteOutput(): Plugin {
  return {
    name: 'holdfast:note-output',
    configResolved: ({ root, build: { outDir } }) => {
      builtInto = resolve(root, outDir);
    },
  };
}

function integrityOf(url: string): string {
  const bytes = readFileSync(resolve(builtInto, url));
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
}

const pwa: Partial<VitePWAOptions> = {
  strategies: 'injectManifest',
  srcDir: 'workers',
  filename: 'service-worker.ts',
  registerType: 'prompt',
  injectRegister: false,
  injectManifest: {
    globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}'],
    maximumFileSizeToCacheInBytes: 2_000_000,
    // The service worker keeps nothing that is not, byte for byte, what was built.
    manifestTransforms: [
      (entries) => ({
        manifest: entries.map(({ url, size }) => ({
          url,
          size,
          revision: null,
          integrity: integrityOf(url),
        })),
      }),
    ],
  },
  manifest: {
    id: '/',
    name: 'Holdfast',
    short_name: 'Holdfast',
    description: 'The operations and incident console that keeps working when the network does not.',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    display_override: ['window-controls-overlay', 'standalone'],
    orientation: 'any',
    theme_color: '#1a212a',
    background_color: '#10151b',
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Incidents', url: '/incidents' },
      { name: 'Outbox', url: '/incidents?panel=sync' },
    ],
    // Taken out of the address at once by src/take-launch.ts; the service worker answers, so it meets no server.
    share_target: {
      action: '/incidents',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'shared_title', text: 'shared_text', url: 'shared_url' },
    },
  },
};

/** What Babel made of a text is kept by that text, for whatever asks next: builds, tests, the stories of the tests. */
function onceForAll(
  plugin: ReturnType<typeof babel>,
  folder: string,
  dependencies: readonly string[],
): ReturnType<typeof babel> {
  const kept = fileURLToPath(new URL(`node_modules/.cache/${folder}/`, import.meta.url));
  mkdirSync(kept, { recursive: true });
  const make = plugin.transform;
  if (typeof make !== 'function') throw new Error(`${plugin.name} has no transform to be kept`);
  return {
    ...plugin,
    async transform(code, id) {
      const place = relative(import.meta.dirname, id);
      const key = createHash('sha256')
        .update([...dependencies, place, code].join('\0'))
        .digest('hex');
      const file = resolve(kept, `${key}.json`);
      // Written by the lines below: in whole, or not at all.
      if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Awaited<ReturnType<typeof make>>;
      const made = await make.call(this, code, id);
      const unfinished = `${file}.${process.pid}`;
      writeFileSync(unfinished, JSON.stringify(made ?? null));
      renameSync(unfinished, file);
      return made;
    },
  };
}

const compiler = babel({
  extensions: ['.ts', '.tsx'],
  exclude: /node_modules|\.test\.tsx?$/u,
  babelHelpers: 'bundled',
  skipPreflightCheck: true,
  babelrc: false,
  configFile: false,
  presets: [reactCompilerPreset().preset],
  overrides: [
    { test: /\.ts(?:\?|$)/u, parserOpts: { plugins: ['typescript'] } },
    { test: /\.tsx(?:\?|$)/u, parserOpts: { plugins: ['typescript', 'jsx'] } },
  ],
});

/** Everything that what is compiled depends on but the text itself. */
const compiledBy = ['package-lock.json', 'vite.config.ts'].map((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8'),
);

/** What components are compiled with; tests compile them in the same way. What has not changed is not drawn again. */
export const reactPlugins: PluginOption[] = [
  react(),
  // The compiler reads what was written: types and JSX are taken out behind it.
  { ...onceForAll(compiler, 'compiled', compiledBy), enforce: 'pre' },
];

/** Dexie as it is written for today's browsers. What its package names is the one for all that came before them. */
export const DEXIE = [{ find: /^dexie$/u, replacement: 'dexie/dist/modern/dexie.mjs' }];

export default defineConfig({
  resolve: { alias: DEXIE },
  plugins: [
    isTest ? [] : tanstackRouter(ROUTES),
    englishWidgets(),
    iconsWithoutKeys(),
    reactPlugins,
    tailwindcss(),
    blockingEntry(),
    constructedStyles(),
    typeMarks(),
    noteOutput(),
    isTest ? [] : keptCode(),
    isTest ? [] : repairScript(),
    demoConfig(),
    isTest ? [] : VitePWA(pwa),
  ],
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(packageVersion) },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    sourcemap: true,
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy, headers: { ...SECURITY_HEADERS } },
});
