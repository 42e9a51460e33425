/** What a template may name: text, numbers, truth values, and records of them. */
export type TemplateScope = Readonly<Record<string, unknown>>;

export interface Filled {
  readonly text: string;
  /** False when the text holds something this evaluator does not do; that part stands as it was written. */
  readonly isWhole: boolean;
}

/** `${…}` and `<%= … %>`, and any other `<% … %>` so that it can be told apart from text. */
const PLACES = /\$\{([^{}]*)\}|<%([-=]?)([\s\S]*?)%>/gu;
const PATH = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[\d+\]|\['[^']*'\]|\["[^"]*"\])*$/u;
const STEP = /[A-Za-z_$][\w$]*|\[\d+\]|\['[^']*'\]|\["[^"]*"\]/gu;

/**
 * Fills in the paths a team's text names, such as `${incident.title}`. It looks values up and does nothing else: the
 * page's security policy forbids to run text as code, and a team's text is no code of ours.
 */
export function fillTemplate(template: string, scope: TemplateScope): Filled {
  let isWhole = true;
  const text = template.replaceAll(
    PLACES,
    (whole, dollar: string | undefined, mark: string | undefined, tag: string | undefined) => {
      const path = (dollar ?? (mark === '' ? '' : (tag ?? ''))).trim();
      const value = PATH.test(path) ? lookUp(path, scope) : undefined;
      if (value === undefined) isWhole = false;
      return value ?? whole;
    },
  );
  return { text, isWhole };
}

/** The text at a path; an empty value is the empty text, a path that leads nowhere is undefined. */
function lookUp(path: string, scope: TemplateScope): string | undefined {
  let at: unknown = scope;
  for (const step of path.match(STEP) ?? []) {
    const key = step.startsWith('[') ? step.slice(1, -1).replaceAll(/^['"]|['"]$/gu, '') : step;
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  if (at === null) return '';
  return typeof at === 'string' || typeof at === 'number' || typeof at === 'boolean' ? String(at) : undefined;
}
