/** What stands for names this device does not have (`sync/read/people.ts`): their letters would be nobody's. */
const STAND_INS: readonly string[] = ['Unknown person', 'Unknown team'];

/** Up to two letters for a person or team: first and last word, else the start of an e-mail's local part. */
export function initials(name: string): string {
  if (STAND_INS.includes(name)) return '?';
  const local = name.trim().split('@')[0] ?? '';
  const words = local.split(/[\s._-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  if (first === undefined) return '?';
  const last = words.length > 1 ? words.at(-1) : undefined;
  return `${firstLetter(first)}${last === undefined ? '' : firstLetter(last)}`.toLocaleUpperCase('en');
}

function firstLetter(word: string): string {
  return /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '';
}

/** A stable number in 0…count-1 for a key (FNV-1a, 32 bit), so that one person keeps one tint. */
export function tintIndex(key: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0) % count;
}
