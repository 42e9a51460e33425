import type { TopologyProperty } from '#sync/protocol/topology.ts';
import { formatBytes } from '#src/lib/bytes.ts';
import { formatPercent } from '#src/lib/health.ts';
import { shortCost } from '#src/lib/short-numbers.ts';

/** Spec 9: "Usage over 70 percent is red". */
const HIGH_PERCENT = 70;
const CORE = 1000;

/** A figure or a fact as a card says it. */
export interface ShownValue {
  readonly text: string;
  /** Of its limit; null where there is none. */
  readonly percent: number | null;
  readonly isHigh: boolean;
  /** The figure is a moment. */
  readonly at: string | null;
}

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const FINE = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

function numberText(value: number): string {
  return Math.abs(value) >= 100 || Number.isInteger(value) ? WHOLE.format(value) : FINE.format(value);
}

/** Whole cores where they are whole, as `2.5 cores`; parts of one in thousandths. */
function coresText(millicores: number): string {
  return Math.abs(millicores) < CORE
    ? `${numberText(millicores)}m`
    : `${FINE.format(millicores / CORE)} cores`;
}

function unitText(value: number, unit: string | null): string {
  switch (unit?.toLowerCase()) {
    case undefined:
      return numberText(value);
    case 'bytes':
    case 'b':
      return formatBytes(value);
    case 'millicores':
    case 'millicore':
      return coresText(value);
    case 'milliseconds':
      return `${numberText(value)} ms`;
    case 'seconds':
      return `${numberText(value)} s`;
    case 'percent':
    case 'percentage':
    case '%':
      return `${numberText(value)}%`;
    case 'currency':
    case 'usd':
    case '$':
      return shortCost(value);
    default:
      return `${numberText(value)} ${unit ?? ''}`;
  }
}

function numberOf(value: TopologyProperty['value']): number | null {
  if (typeof value === 'number') return value;
  if (value === null || value.trim() === '') return null;
  const read = Number(value);
  return Number.isFinite(read) ? read : null;
}

const MOMENTS: ReadonlySet<string> = new Set(['age', 'date', 'datetime', 'time']);

/** What a property says: a figure with its unit and limit, a moment, or its text. */
export function shownValue({ value, text, unit, max, type }: TopologyProperty): ShownValue {
  const plain = { percent: null, isHigh: false, at: null };
  if (MOMENTS.has(type ?? '') && typeof value === 'string') return { ...plain, text: value, at: value };
  const figure = numberOf(value);
  if (figure === null) return { ...plain, text: text ?? (typeof value === 'string' ? value : '') };
  const said = unitText(figure, type === 'currency' ? 'currency' : unit);
  if (max === null || max <= 0) return { ...plain, text: said };
  const percent = (figure / max) * 100;
  const isShare = said.endsWith('%');
  return {
    // A share says its limit itself.
    text: isShare ? said : `${said} of ${unitText(max, unit)} (${formatPercent(percent)})`,
    percent,
    isHigh: percent > HIGH_PERCENT,
    at: null,
  };
}

/** Stands for this console, so that a path is read as a browser reads it. */
const HERE = 'https://console.invalid';

/** A link that may be followed: of the web, or a place of this console, which begins with a slash. */
export function safeHref(url: string): string | null {
  if (!URL.canParse(url, HERE)) return null;
  const read = new URL(url, HERE);
  if (read.origin === HERE) return url.startsWith('/') ? `${read.pathname}${read.search}${read.hash}` : null;
  // Only what is whole leads elsewhere: "//host" and what a browser makes of it looks like a path of ours.
  return URL.canParse(url) && ['http:', 'https:'].includes(read.protocol) ? url : null;
}
