/** A text of at most `maxLength` characters, with an ellipsis where the rest was. Cuts no emoji in two. */
export function shortened(text: string, maxLength: number): string {
  const characters = Array.from(text);
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
