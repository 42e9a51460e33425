/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { insertMention, matchPeople, mentionAt, mentionToken } from './mention.ts';
import { MentionTextArea, type MentionPerson } from './mention-text-area.tsx';

// jsdom has no CSS object; React Aria escapes ids with it.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });
afterEach(cleanup);

const PEOPLE: readonly MentionPerson[] = [
  { id: 'a1', name: 'Mara Lindqvist' },
  { id: 'b2', name: 'Marek Dvořák' },
  { id: 'c3', name: 'Ife Adeyemi' },
];

function Composer({ onSubmit, onEscape }: { onSubmit?: () => void; onEscape?: () => void }): ReactElement {
  const [value, setValue] = useState('');
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- plays the dialog around the field
    <div onKeyDown={(event) => event.key === 'Escape' && onEscape?.()}>
      <MentionTextArea
        label="Comment"
        people={PEOPLE}
        value={value}
        onChange={setValue}
        onSubmit={onSubmit}
      />
    </div>
  );
}

const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Comment' });

describe('MentionTextArea', () => {
  it('lays the page out for a text, not while it is empty', async () => {
    const measured = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(100);
    const user = userEvent.setup();
    render(<Composer />);
    expect(measured).not.toHaveBeenCalled();
    expect(field().style.height).toBe('');
    await user.type(field(), 'long');
    expect(field().style.height).toBe('100px');
    await user.clear(field());
    expect(field().style.height).toBe('');
    measured.mockRestore();
  });

  it('offers people on "@", narrows, and inserts the token at the caret', async () => {
    const user = userEvent.setup();
    render(<Composer />);
    await user.type(field(), 'ask @ma');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      expect.stringContaining('Mara Lindqvist'),
      expect.stringContaining('Marek Dvořák'),
    ]);
    await user.keyboard('{ArrowDown}');
    const chosen = screen.getByRole('option', { selected: true });
    expect(chosen.textContent).toContain('Marek');
    expect(field().getAttribute('aria-activedescendant')).toBe(chosen.id);
    await user.keyboard('{Enter}');
    expect(field().value).toBe('ask @[Marek Dvořák](user:b2) ');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard('now');
    expect(field().value).toBe('ask @[Marek Dvořák](user:b2) now');
  });

  it('wraps around, takes by Tab, and inserts in the middle of a text', async () => {
    const user = userEvent.setup();
    render(<Composer />);
    await user.type(field(), 'hello  please');
    field().setSelectionRange(6, 6);
    await user.keyboard('@{ArrowUp}{Tab}');
    expect(field().value).toBe('hello @[Ife Adeyemi](user:c3) please');
    expect(document.activeElement).toBe(field());
    await user.keyboard('x');
    expect(field().value).toBe('hello @[Ife Adeyemi](user:c3) xplease');
  });

  it('closes on Escape without closing what is around it, and then Enter is a new line', async () => {
    const user = userEvent.setup();
    const onEscape = vi.fn<() => void>();
    render(<Composer onEscape={onEscape} />);
    await user.type(field(), '@ma{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(onEscape).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(field().value).toBe('@ma\n');
    await user.keyboard('{Escape}');
    expect(onEscape).toHaveBeenCalledOnce();
  });

  it('takes by pointer and keeps focus', async () => {
    const user = userEvent.setup();
    render(<Composer />);
    await user.type(field(), '@if');
    await user.click(screen.getByRole('option', { name: /Ife/u }));
    expect(field().value).toBe('@[Ife Adeyemi](user:c3) ');
    expect(document.activeElement).toBe(field());
  });

  it('sends by Ctrl+Enter only', async () => {
    const user = userEvent.setup();
    const onSubmit = vi.fn<() => void>();
    render(<Composer onSubmit={onSubmit} />);
    await user.type(field(), 'done{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(onSubmit).toHaveBeenCalledOnce();
  });
});

describe('mention texts', () => {
  it.each([
    ['@', 1, ''],
    ['see @ma', 7, 'ma'],
    ['(@ma', 4, 'ma'],
    ['see @mara li', 12, 'mara li'],
  ])('"%s" at %i asks for "%s"', (text, caret, query) => {
    expect(mentionAt(text, caret)?.text).toBe(query);
  });

  it.each([
    ['jo@example', 10],
    ['@ ma', 4],
    ['@mara lind now', 14],
    ['@ma\n', 4],
    ['@[Mara](user:a1) ', 17],
    ['none', 4],
    [`@${'a'.repeat(60)}`, 61],
  ])('"%s" at %i asks for nobody', (text, caret) => {
    expect(mentionAt(text, caret)).toBeUndefined();
  });

  it('finds by any word of the name, and keeps the limit', () => {
    expect(matchPeople(PEOPLE, 'lind', 8).map((person) => person.id)).toEqual(['a1']);
    expect(matchPeople(PEOPLE, 'ara', 8)).toEqual([]);
    expect(matchPeople(PEOPLE, '', 2)).toHaveLength(2);
  });

  it('keeps brackets out of the token', () => {
    expect(mentionToken({ id: 'x', name: 'A [ops]](user:evil)' })).toBe('@[A ops(user:evil)](user:x)');
    expect(insertMention('@a b', { start: 0, end: 2, text: 'a' }, PEOPLE[2]!)).toEqual({
      text: '@[Ife Adeyemi](user:c3) b',
      caret: 24,
    });
  });
});
