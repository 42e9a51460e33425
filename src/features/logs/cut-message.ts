/** Characters and lines of a message that are shown at once, wrapped and in one line. */
const WRAPPED = { chars: 600, lines: 6 };
const IN_LINE = { chars: 300, lines: 1 };

/** What is shown of a message at once, and what the button says that shows the rest; null where that is all. */
export interface CutMessage {
  readonly text: string;
  readonly rest: string | null;
}

/** A message that is not wrapped has one line. What is looked for is never in the part that is left out alone. */
export function cutMessage(message: string, isWrapped: boolean, wanted: RegExp | undefined): CutMessage {
  const most = isWrapped ? WRAPPED : IN_LINE;
  const lines = message.split('\n');
  const left = lines.length - most.lines;
  const text = (left > 0 ? lines.slice(0, most.lines).join('\n') : message).slice(0, most.chars);
  if (text.length === message.length) return { text, rest: null };
  const words =
    text.length === most.chars
      ? `Show all ${message.length.toLocaleString('en-US')} characters`
      : `Show ${left} more ${left === 1 ? 'line' : 'lines'}`;
  const isHidden = wanted !== undefined && message.search(wanted) !== -1 && text.search(wanted) === -1;
  return { text, rest: isHidden ? `${words}: what you search for is there` : words };
}
