/*
 * Colours of terminals in texts. Only SGR sequences (`ESC[…m`) mean anything here; every other one is taken out. What comes of
 * it is runs of plain text with names of colours: nothing of a text ever becomes markup or style.
 */

export const ANSI_HUES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
export type AnsiHue = (typeof ANSI_HUES)[number];

/** A stretch of a text in one look. */
export interface TextRun {
  readonly text: string;
  readonly hue: AnsiHue | null;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
}

type Look = Omit<TextRun, 'text'>;

const PLAIN: Look = { hue: null, isBold: false, isDim: false, isItalic: false, isUnderlined: false };
const ESC = '\u001B';
/** CSI sequences, sequences of the operating system with their end, and other two-letter ones. */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const SEQUENCE = /\u001B(?:\[([\d;:?]*)[ -/]*([@-~])|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[0-Z\\^-~])/gu;
// oxlint-disable-next-line no-control-regex -- the same
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F]/gu;

/** A text without anything a terminal would take for an order. */
export function withoutAnsi(text: string): string {
  return cleaned(text.includes(ESC) ? text.replaceAll(SEQUENCE, '') : text);
}

function cleaned(text: string): string {
  return text.replaceAll(CONTROLS, '');
}

/** The runs of a text, in order; a text without sequences is one run. */
export function ansiRuns(text: string): readonly TextRun[] {
  if (!text.includes(ESC)) return [{ text: cleaned(text), ...PLAIN }];
  const runs: TextRun[] = [];
  let look = PLAIN;
  let from = 0;
  const add = (to: number): void => {
    const part = cleaned(text.slice(from, to));
    if (part !== '') runs.push({ text: part, ...look });
  };
  for (const match of text.matchAll(SEQUENCE)) {
    add(match.index);
    from = match.index + match[0].length;
    if (match[2] === 'm') look = lookAfter(look, match[1] ?? '');
  }
  add(text.length);
  return runs;
}

function lookAfter(before: Look, parameters: string): Look {
  const codes = parameters.split(/[;:]/u).map((code) => (code === '' ? 0 : Number(code)));
  let look = before;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48 || code === 58) {
      const { hue, length } = extended(codes.slice(at + 1));
      if (code === 38) look = { ...look, hue };
      at += length;
    } else {
      look = afterCode(look, code);
    }
  }
  return look;
}

/** Backgrounds, blinking and the like are left out: on a page they would only stand in the way of reading. */
function afterCode(look: Look, code: number): Look {
  if (code >= 30 && code <= 37) return { ...look, hue: ANSI_HUES[code - 30] ?? null };
  if (code >= 90 && code <= 97) return { ...look, hue: ANSI_HUES[code - 90] ?? null };
  switch (code) {
    case 0:
      return PLAIN;
    case 1:
      return { ...look, isBold: true };
    case 2:
      return { ...look, isDim: true };
    case 3:
      return { ...look, isItalic: true };
    case 4:
      return { ...look, isUnderlined: true };
    case 22:
      return { ...look, isBold: false, isDim: false };
    case 23:
      return { ...look, isItalic: false };
    case 24:
      return { ...look, isUnderlined: false };
    case 39:
      return { ...look, hue: null };
    default:
      return look;
  }
}

/** `5;n` of 256 colours or `2;r;g;b`: the hue that is nearest, and how many codes it takes. */
function extended([kind, ...rest]: readonly number[]): {
  readonly hue: AnsiHue | null;
  readonly length: number;
} {
  if (kind === 5) return { hue: hueOf256(rest[0] ?? 0), length: 2 };
  if (kind === 2) return { hue: hueOf(rest[0] ?? 0, rest[1] ?? 0, rest[2] ?? 0), length: 4 };
  return { hue: null, length: 1 };
}

function hueOf256(code: number): AnsiHue | null {
  if (code < 16) return ANSI_HUES[code % 8] ?? null;
  if (code >= 232) return code < 244 ? 'black' : 'white';
  const cube = code - 16;
  const step = (value: number): number => (value === 0 ? 0 : 55 + value * 40);
  return hueOf(step(Math.floor(cube / 36)), step(Math.floor(cube / 6) % 6), step(cube % 6));
}

/** Which of red, green and blue stand out: the eight corners of the cube. */
function hueOf(red: number, green: number, blue: number): AnsiHue | null {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if (most - least < 32) return most < 128 ? 'black' : 'white';
  const middle = (most + least) / 2;
  const at = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0);
  return ANSI_HUES[at] ?? null;
}
