/** A letter, a digit or a sign: spaces, control and direction characters alone are nothing to see or to press. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** A name as it is shown; `(no name)` where there is nothing to see. */
export function shownName(name: string): string {
  return VISIBLE.test(name) ? name : '(no name)';
}

/** A title as it is shown; `(no title)` where there is nothing to see. */
export function shownTitle(title: string): string {
  return VISIBLE.test(title) ? title : '(no title)';
}

/** A title within a sentence: in quotes, unless there is nothing to see. */
export function quotedTitle(title: string): string {
  return VISIBLE.test(title) ? `“${title}”` : '(no title)';
}
