import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Rgb = readonly [number, number, number];
const SCHEMES = ['light', 'dark'] as const;
const TEXT_ROLES = [
  'text-primary',
  'text-muted',
  'accent',
  'danger',
  'status-healthy',
  'status-warning',
  'status-unhealthy',
  'status-unknown',
  'code-name',
  'code-text',
  'code-number',
  'code-word',
] as const;

/** The first block of tokens.css: later blocks only answer media queries. */
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8').split('@media')[0]!;
const tokens = new Map<string, { light: Rgb; dark: Rgb }>();
for (const match of css.matchAll(/--(?<role>[\w-]+): light-dark\((?<light>#\w{6}), (?<dark>#\w{6})\)/gu)) {
  tokens.set(match.groups!['role']!, {
    light: rgb(match.groups!['light']!),
    dark: rgb(match.groups!['dark']!),
  });
}

function rgb(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Rgb;
}

function colour(role: string, scheme: 'light' | 'dark'): Rgb {
  const token = tokens.get(role);
  if (token === undefined) throw new Error(`no token --${role}`);
  return token[scheme];
}

function linear(colourValue: Rgb): Rgb {
  return colourValue.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as unknown as Rgb;
}

function luminance(colourValue: Rgb): number {
  const [r, g, b] = linear(colourValue);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2 contrast ratio. */
function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB. */
const DEFICIENCIES = {
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;

function seenBy(matrix: readonly number[], colourValue: Rgb): Rgb {
  const [r, g, b] = linear(colourValue);
  return [0, 3, 6].map((row) =>
    Math.min(1, Math.max(0, matrix[row]! * r + matrix[row + 1]! * g + matrix[row + 2]! * b)),
  ) as unknown as Rgb;
}

/** CIE 1976 Lab (D65) from linear RGB. */
function lab([r, g, b]: Rgb): Rgb {
  const f = (t: number): number => (t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function deltaE76(one: Rgb, other: Rgb): number {
  return Math.hypot(...lab(one).map((value, at) => value - lab(other)[at]!));
}

/** Told apart by colour too. Unknown beside healthy or unhealthy is not among them: that pair relies on the hollow ring (marks.test.tsx). */
const TOLD_APART = [
  ['status-healthy', 'status-unhealthy'],
  ['status-healthy', 'status-warning'],
  ['status-warning', 'status-unhealthy'],
  ['status-warning', 'status-unknown'],
] as const;

function apart(
  kind: keyof typeof DEFICIENCIES,
  scheme: 'light' | 'dark',
  one: string,
  other: string,
): number {
  const matrix = DEFICIENCIES[kind];
  return deltaE76(seenBy(matrix, colour(one, scheme)), seenBy(matrix, colour(other, scheme)));
}

describe('tokens', () => {
  it('measures as the formulas say', () => {
    expect(contrast(rgb('#ffffff'), rgb('#000000'))).toBeCloseTo(21, 5);
    expect(contrast(rgb('#00806b'), rgb('#f4f6f8'))).toBeCloseTo(4.51, 2);
    expect(deltaE76(linear(rgb('#ffffff')), linear(rgb('#000000')))).toBeCloseTo(100, 1);
  });

  for (const scheme of SCHEMES) {
    for (const role of TEXT_ROLES) {
      it.each(['surface-page', 'surface-panel', 'surface-overlay'])(
        `${scheme}: ${role} is readable on %s`,
        (surface) => {
          expect(contrast(colour(role, scheme), colour(surface, scheme))).toBeGreaterThanOrEqual(4.5);
        },
      );
    }

    it.each(['accent-solid', 'accent-solid-hover', 'danger-solid', 'danger-solid-hover'])(
      `${scheme}: text is readable on %s`,
      (solid) => {
        expect(contrast(colour('text-on-solid', scheme), colour(solid, scheme))).toBeGreaterThanOrEqual(4.5);
      },
    );

    it.each([1, 2, 3, 4, 5, 6])(`${scheme}: initials are readable on tint %i`, (tint) => {
      expect(
        contrast(colour(`tint-${tint}-text`, scheme), colour(`tint-${tint}`, scheme)),
      ).toBeGreaterThanOrEqual(4.5);
    });

    it.each(['surface-page', 'surface-panel', 'surface-control'])(
      `${scheme}: frames of fields and the focus ring stand out on %s`,
      (surface) => {
        expect(contrast(colour('border-control', scheme), colour(surface, scheme))).toBeGreaterThanOrEqual(3);
        expect(contrast(colour('focus-ring', scheme), colour(surface, scheme))).toBeGreaterThanOrEqual(3);
      },
    );

    it.each(Object.keys(DEFICIENCIES) as (keyof typeof DEFICIENCIES)[])(
      `[ux 4.9] ${scheme}: for %s eyes states that colour tells apart stay 25 apart`,
      (kind) => {
        for (const [one, other] of TOLD_APART) {
          expect(apart(kind, scheme, one, other), `${one} and ${other}`).toBeGreaterThanOrEqual(25);
        }
      },
    );
  }
});
