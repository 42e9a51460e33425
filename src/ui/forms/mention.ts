export interface MentionPerson {
  id: string;
  name: string;
  /** A second line: e-mail, team. */
  description?: string | undefined;
}

export interface MentionQuery {
  /** Where the "@" stands. */
  readonly start: number;
  /** Where the caret stands. */
  readonly end: number;
  readonly text: string;
}

/** Longest name part we look for; a stray "@" far back must not keep the list open. */
const MAX_QUERY_LENGTH = 40;

/** The mention being typed before the caret, or undefined. "@" counts at the start and after a space or bracket, so e-mail addresses do not. */
export function mentionAt(text: string, caret: number): MentionQuery | undefined {
  const start = text.lastIndexOf('@', caret - 1);
  if (start === -1 || caret - start - 1 > MAX_QUERY_LENGTH) return undefined;
  if (start > 0 && !/[\s([{]/u.test(text.charAt(start - 1))) return undefined;
  const query = text.slice(start + 1, caret);
  // Two words at most, and never over the end of a line or into a finished token.
  if (/[\n[\]()]/u.test(query) || /^\s/u.test(query) || /\s\S*\s/u.test(query)) return undefined;
  return { start, end: caret, text: query };
}

/** People whose name has a word that begins with the query; name order is the caller's. */
export function matchPeople(people: readonly MentionPerson[], query: string, limit: number): MentionPerson[] {
  const wanted = query.trim().toLocaleLowerCase();
  const matches = people.filter((person) => {
    const name = person.name.toLocaleLowerCase();
    return name.startsWith(wanted) || name.split(/[\s.@_-]+/u).some((word) => word.startsWith(wanted));
  });
  return matches.slice(0, limit);
}

/** `@[display](user:id)`; brackets in a name would end the token early. */
export function mentionToken(person: MentionPerson): string {
  return `@[${person.name.replace(/[[\]\\]/gu, '')}](user:${person.id})`;
}

/** Text and caret after a person was chosen. */
export function insertMention(
  text: string,
  query: MentionQuery,
  person: MentionPerson,
): { text: string; caret: number } {
  const token = `${mentionToken(person)} `;
  const after = text.slice(query.end).replace(/^ /u, '');
  return { text: `${text.slice(0, query.start)}${token}${after}`, caret: query.start + token.length };
}
