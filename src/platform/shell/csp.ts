/**
 * The one Content-Security-Policy of the product: the preview server sends it, every browser test runs under it and
 * the README's nginx example repeats it (a guard test compares them).
 *
 * React Aria inserts two constant `<style>` elements (press and scroll lock). A static host has no nonce to give them,
 * so they are allowed by hash; `tests/guard/csp.test.ts` recomputes the hashes from the installed package.
 */
export const REACT_ARIA_STYLE_HASHES: readonly string[] = [
  'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg=',
  'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=',
];

/** Name of the only Trusted Types policy; it makes same-origin worker URLs and nothing else. */
export const TRUSTED_TYPES_POLICY = 'holdfast';

export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  ["style-src 'self'", ...REACT_ARIA_STYLE_HASHES.map((hash) => `'${hash}'`)].join(' '),
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types ${TRUSTED_TYPES_POLICY}`,
].join('; ');

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // What a responder's console never needs, whatever script got into it; the clipboard and passkeys stay its own.
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};
