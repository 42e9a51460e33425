import * as v from 'valibot';
import { requestJson, type RequestJson } from './http.ts';
import { afterStart } from './shell/start-painted.ts';

/** Facts fixed when the page was built. Nothing else in `src/` reads the build environment. */
export const buildConfig = Object.freeze({
  /** Version of this client's code; every operation carries it. */
  appVersion: String(import.meta.env['VITE_APP_VERSION'] ?? '0.0.0'),
  isDevelopment: import.meta.env.DEV,
  apiBase: '/api',
  productName: 'Holdfast',
  /** The version of the product's interface that this client speaks (spec 2.1). */
  frontendVersion: '1.0.758',
});

const runtimeSchema = v.object({
  /** Whether `?username=&password=` in the sign-in address is used. Off unless the deployment turns it on. */
  credentialsInUrl: v.fallback(v.boolean(), false),
  docsUrl: v.fallback(v.pipe(v.string(), v.url(), v.startsWith('https://')), 'https://flanksource.com/docs'),
});

export type RuntimeConfig = Readonly<v.InferOutput<typeof runtimeSchema>>;

/** What holds without a readable /config.json: the careful choice. */
export const defaultRuntimeConfig: RuntimeConfig = Object.freeze(v.parse(runtimeSchema, {}));

/** Reads and freezes `/config.json`; without a usable answer the defaults hold. */
export async function fetchRuntimeConfig(request: RequestJson): Promise<RuntimeConfig> {
  const answer = await request('/config.json', { timeoutMs: 5000 });
  if (answer.kind === 'unreachable' || answer.status !== 200) return defaultRuntimeConfig;
  const parsed = v.safeParse(runtimeSchema, answer.body);
  return parsed.success ? Object.freeze(parsed.output) : defaultRuntimeConfig;
}

let loaded: Promise<RuntimeConfig> | undefined;

/** The runtime configuration, fetched once per page. Never rejects and never holds up a start. */
export function runtimeConfig(): Promise<RuntimeConfig> {
  loaded ??= fetchRuntimeConfig(afterStart(requestJson));
  return loaded;
}
