import { TRUSTED_TYPES_POLICY } from './csp.ts';

interface ScriptUrlPolicy {
  createScriptURL: (url: string) => { toString: () => string };
}

// TypeScript's DOM library does not know Trusted Types yet; Chromium enforces them, other engines ignore the policy.
interface TrustedTypesFactory {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => ScriptUrlPolicy;
}

let policy: ScriptUrlPolicy | undefined;

/** A same-origin script address in the form the worker constructors accept under `require-trusted-types-for`. */
export function trustedScriptUrl(url: string): string {
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory | undefined }).trustedTypes; // absent outside Chromium
  if (factory === undefined) return sameOriginOnly(url);
  policy ??= factory.createPolicy(TRUSTED_TYPES_POLICY, { createScriptURL: sameOriginOnly });
  return policy.createScriptURL(url) as unknown as string; // DOM typings still say string where a TrustedScriptURL is taken
}

function sameOriginOnly(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) {
    throw new TypeError(`Script address outside this origin: ${url}`);
  }
  return url;
}
