import type { Draft } from '#sync/protocol/op.ts';
import { screenHref } from '#src/views/op-labels.ts';
import { own } from '#sync/protocol/own.ts';

const FIELD_WORDS: Readonly<Record<string, string>> = {
  comment: 'Comment',
  title: 'Title',
  description: 'Description',
  incident: 'New incident',
  done: 'Definition of done',
  evidence: 'Evidence',
  ticket: 'Responder',
  choices: 'Choices of a form',
};

/** What a kept text was. Keys are `<path of its screen>#<field>:<row>`. */
export function draftWords({ key, fromOpId }: Pick<Draft, 'key' | 'fromOpId'>): string {
  const field = /#([a-z]+):/u.exec(key)?.[1];
  const words = (field === undefined ? undefined : own(FIELD_WORDS, field)) ?? 'Text';
  return fromOpId === null ? `${words} not sent yet` : `${words} not saved on the server`;
}

/** Path of the screen a kept text was written on, or null when the key names none. */
export function draftHref({ key }: Pick<Draft, 'key'>): string | null {
  const screen = key.split('#')[0];
  return screen === undefined ? null : screenHref(screen);
}
