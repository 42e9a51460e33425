import { HITCH, KIND_FIELD, KINDS, LINES } from './drawn-marks.ts';
import { MARK_SOURCES } from './mark-sources.ts';

/** What is used of a set of icons in Iconify's format. */
export interface IconSet {
  readonly icons: Readonly<
    Record<string, { body: string; width?: number; height?: number; left?: number; top?: number }>
  >;
  readonly width?: number;
  readonly height?: number;
}

const drawings = new Map<string, string>(Object.entries(LINES));
const kinds = new Map<string, string>(Object.entries(KINDS));

/** Blue of the field of Kubernetes kinds: against panels of both schemes it has more than 3:1. */
const KIND_BLUE = '#3a72e0';

/**
 * The style sheet of all marks: one file, in which each is an image that a browser reads once however many rows show it.
 * Line drawings are masks, so that they have the colour of the text beside them.
 */
export function markSheet(sets: Readonly<Record<'logos' | 'devicon', IconSet>>): string {
  return Object.entries(MARK_SOURCES)
    .map(([name, source]) => ruleOf(name, source, sets))
    .join('\n');
}

function ruleOf(name: string, source: string, sets: Parameters<typeof markSheet>[0]): string {
  const isDark = source.startsWith('+');
  const [from = '', icon = ''] = source.replace('+', '').split('/');
  const selector = `.type-mark-${name}`;
  if (from === 'line') {
    const image = imageOf(lineDrawing(icon));
    return `${selector}{background-color:currentColor;mask:${image} center/contain no-repeat}`;
  }
  const drawing =
    from === 'kind' ? kindDrawing(icon) : iconDrawing(from === 'logos' ? sets.logos : sets.devicon, icon);
  const plate = isDark ? 'background-color:light-dark(transparent,#dde3ea);' : '';
  return `${selector}{${plate}background-image:${imageOf(drawing)}}`;
}

function lineDrawing(icon: string): string {
  const isHitch = icon === 'hitch';
  const path = isHitch ? HITCH : drawings.get(icon);
  if (path === undefined) throw new Error(`There is no drawing ${icon}`);
  const size = isHitch ? 24 : 16;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="none" stroke="#000" stroke-linecap="round" stroke-linejoin="round" stroke-width="${isHitch ? 2 : 1.4}" d="${path}"/></svg>`;
}

function kindDrawing(icon: string): string {
  const path = kinds.get(icon);
  if (path === undefined) throw new Error(`There is no drawing of the kind ${icon}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="${KIND_BLUE}" stroke="${KIND_BLUE}" stroke-linejoin="round" stroke-width="1" d="${KIND_FIELD}"/><path fill="none" stroke="#fff" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.1" d="${path}"/></svg>`;
}

function iconDrawing(set: IconSet, icon: string): string {
  const found = new Map(Object.entries(set.icons)).get(icon);
  if (found === undefined) throw new Error(`The set has no icon ${icon}`);
  const { left = 0, top = 0, width = set.width ?? 16, height = set.height ?? 16, body } = found;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}">${body}</svg>`;
}

/** As an image of a style sheet; only what would end it is written out, because the sheet is packed anyway. */
function imageOf(drawing: string): string {
  const text = drawing
    .replaceAll('"', "'")
    .replaceAll(/\s+/gu, ' ')
    .replaceAll('%', '%25')
    .replaceAll('#', '%23')
    .replaceAll('<', '%3C')
    .replaceAll('>', '%3E');
  return `url("data:image/svg+xml,${text}")`;
}
