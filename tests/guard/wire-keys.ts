import { API, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync';
import {
  SyntaxKind,
  type BinaryExpression,
  type ElementAccessExpression,
  type Node,
} from 'typescript/unstable/ast';
import {
  isAsExpression,
  isBinaryExpression,
  isElementAccessExpression,
  isParenthesizedExpression,
  isStringLiteral,
} from 'typescript/unstable/ast/is';

/** One place where a plain object is asked by a key that could be `constructor` or `__proto__`. */
export interface OpenKey {
  readonly path: string;
  readonly line: number;
  readonly code: string;
}

/**
 * Places of these projects (paths from `root`, which ends in `/`) in which an object is indexed by a string that may come from anywhere.
 * A value read as `unknown` is let through: whoever reads it has to look at it before it can be used.
 */
export function openKeys(
  root: string,
  projects: readonly string[],
  isJudged: (path: string) => boolean,
): OpenKey[] {
  const api = new API({ cwd: root });
  try {
    const found = new Map<string, OpenKey>();
    const snapshot = api.updateSnapshot({ openProjects: projects.map((project) => root + project) });
    for (const project of projects) {
      const opened = snapshot.getProject(root + project);
      if (!opened) throw new Error(`${project} could not be opened`);
      for (const file of opened.rootFiles) {
        const path = file.startsWith(root) ? file.slice(root.length) : file;
        if (!isJudged(path)) continue;
        const source = opened.program.getSourceFile(file);
        if (!source) throw new Error(`${path} could not be read`);
        for (const node of keyedBy(source, opened.checker)) {
          const line = source.text.slice(0, node.getStart(source)).split('\n').length;
          const code = node.getText(source).replaceAll(/\s+/gu, ' ');
          found.set(`${path}:${line} ${code}`, { path, line, code });
        }
      }
    }
    return [...found.values()];
  } finally {
    api.close();
  }
}

type Keyed = ElementAccessExpression | BinaryExpression;

function keyedBy(source: Node, checker: Checker): Keyed[] {
  const candidates: Keyed[] = [];
  const written = new Set<Node>();
  const visit = (node: Node): void => {
    if (isElementAccessExpression(node) && !isStringLiteral(node.argumentExpression)) candidates.push(node);
    if (isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      if (kind === SyntaxKind.InKeyword && !isStringLiteral(node.left)) candidates.push(node);
      if (kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment) written.add(node.left);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return candidates.filter((node) => {
    const key = isBinaryExpression(node) ? node.left : node.argumentExpression;
    if (!isOpen(key, checker)) return false;
    if (isBinaryExpression(node) || written.has(node)) return true;
    const value = checker.getTypeAtLocation(node);
    return value === undefined || (value.flags & TypeFlags.Unknown) === 0;
  });
}

/** A key is open when its type holds every string, or when it was only said to be one of a few. */
function isOpen(key: Node, checker: Checker): boolean {
  if (isParenthesizedExpression(key)) return isOpen(key.expression, checker);
  if (isAsExpression(key)) return true;
  const type = checker.getTypeAtLocation(key);
  return type === undefined || holdsAnyString(type, checker);
}

function holdsAnyString(type: Type, checker: Checker): boolean {
  if (type.isUnionType()) return type.getTypes().some((part) => holdsAnyString(part, checker));
  if ((type.flags & TypeFlags.TypeParameter) !== 0) {
    const constraint = checker.getBaseConstraintOfType(type);
    return constraint === undefined || holdsAnyString(constraint, checker);
  }
  return (type.flags & (TypeFlags.String | TypeFlags.Any | TypeFlags.Unknown)) !== 0;
}
