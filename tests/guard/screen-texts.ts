import { parse, productFiles, read } from './source-files.ts';

/** Something that a person may read on a screen, and where it is written. */
export interface ScreenText {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The screens, and the engine's notices, which they show as they are. */
const SCREENS = /^src\/(?:features|views|ui|shell|routes|code|graph|platform)\/|^sync\/.*-text\.ts$/u;
/** Seen only in development. */
const FOR_DEVELOPERS = /\/(?:catalogue|story)\/|-stories\.tsx$/u;
/** Calls whose words are for the browser, for the console or for a stylesheet. */
const UNREAD_CALLS =
  /^(?:cx|own|console|theme|querySelector|querySelectorAll|closest|matches|matchMedia|mediaQueryHook|createElement|useIsWide)$/u;
/** Attributes and properties that name something for code. */
const UNREAD_NAMES =
  /^(?:class|className|classes|key|keys|id|ids|query|selector|href|to|path|icon|d|font|gridTemplateColumns|transform|type|kind|role|rel|tone|size|width|placement)$|(?:Class|ClassName|Key|Keys|Id|Href|Path|Icon|Kind|Tone|Width)$|^aria-(?:keyshortcuts|labelledby|describedby|controls)$|^data-/u;
const UNREAD_CONSTANTS = /(?:_CLASS|_CLASSES|_SELECTOR|_QUERY)$|^LINE$/u;
/** Classes of Tailwind and other tokens: small letters with signs between them. */
const TOKEN = /^[a-z0-9@!:[\]()/.,_%&>*=#+~'"<-]+$/u;
/** A stylesheet, a selector, a picture: the page is made of it, and nobody reads it. */
const MARKUP =
  /var\(--|^@media|(?:^|\s)\.cm-|^<(?:svg|div)|^M[\d.]+[ \d]|\[[a-z-]+\]|\b\d+(?:px|vh|rem)\b|(?:^|\s)[a-z-]+:[a-z[]|^[a-z]+\(…|\{|=[(/]|\bbg-|^\(min-|^\$<|^(?:thead|tbody) t/u;
/** The names of keys, which code compares with, and what only a developer gets to see. */
const FOR_CODE =
  /^(?:Arrow\w+|Enter|Escape|NotAllowedError|POST|true|false)(?: (?:true|false))?$|^\w+ is used outside /u;

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Every text of every screen, in the order of the files. */
export function screenTexts(): ScreenText[] {
  return productFiles()
    .filter((path) => SCREENS.test(path) && !FOR_DEVELOPERS.test(path))
    .flatMap((path) => textsOf(path));
}

function textsOf(path: string): ScreenText[] {
  const source = read(path);
  const found: ScreenText[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    if (!isNode(value) || isUnread(value)) return;
    const text = textOf(value);
    if (text !== undefined) {
      found.push({ path, line: source.slice(0, value.start).split('\n').length, text });
    }
    for (const child of readParts(value)) visit(child);
  };
  visit(parse(path).program.body);
  return found;
}

function isUnread(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return true;
    case 'JSXAttribute':
      return UNREAD_NAMES.test(nameOf(node['name']));
    case 'Property':
      return UNREAD_NAMES.test(nameOf(node['key']));
    case 'VariableDeclarator':
      return UNREAD_CONSTANTS.test(nameOf(node['id']));
    case 'CallExpression':
    case 'NewExpression':
      return UNREAD_CALLS.test(nameOf(node['callee']));
    case 'BinaryExpression':
      return node['operator'] !== '+';
    default:
      return /^TS.*(?:Type|Declaration|Instantiation|Annotation)$/u.test(node.type);
  }
}

/** What is below a node, without the names of properties and what a `case` compares with. */
function readParts(node: SyntaxNode): unknown[] {
  const unread = node.type === 'Property' ? 'key' : node.type === 'SwitchCase' ? 'test' : 'parent';
  return Object.entries(node)
    .filter(([field]) => field !== unread)
    .map(([, child]) => child);
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (typeof node['name'] === 'string') return node['name'];
  if (typeof node['value'] === 'string') return node['value'];
  return nameOf(node['name']) || nameOf(node['property']) || nameOf(node['callee']);
}

/** The words of a node on one line, `…` for what is filled in; undefined when nobody reads them. */
function textOf(node: SyntaxNode): string | undefined {
  const text = wordsOf(node).replaceAll(/\s+/gu, ' ').trim();
  if (!/\p{L}{2}/u.test(text)) return undefined;
  if (node.type === 'JSXText') return text;
  if (MARKUP.test(text) || FOR_CODE.test(text)) return undefined;
  const words = text.split(' ');
  if (words.length === 1) return /^\p{Lu}\p{L}+[.:…]?$/u.test(text) ? text : undefined;
  const signed = words.filter((word) => /\S[-:/[\]]\S|[[\]]/u.test(word));
  const isTokens = words.every((word) => TOKEN.test(word)) && signed.length * 2 >= words.length;
  return isTokens ? undefined : text;
}

function wordsOf(node: SyntaxNode): string {
  const { type, value, quasis } = node;
  if ((type === 'JSXText' || type === 'Literal') && typeof value === 'string') return value;
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis)) return '';
  return quasis.map((part: { value: { cooked: string | null } }) => part.value.cooked ?? '').join('…');
}
