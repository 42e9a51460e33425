/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { CreatableCombobox } from './creatable-combobox.tsx';
import type { Choice } from './link-form.ts';

// jsdom has no CSS object; React Aria escapes ids with it.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });

afterEach(cleanup);

const OPTIONS = [
  { id: 'i1', label: 'Checkout is slow' },
  { id: 'i2', label: 'DNS' },
];

function Frame(): ReactElement {
  const [choice, setChoice] = useState<Choice | null>(null);
  return (
    <>
      <CreatableCombobox
        label="Incident"
        noun="incident"
        options={OPTIONS}
        value={choice}
        onChange={setChoice}
      />
      <output>{choice === null ? 'none' : choice.kind === 'new' ? `new ${choice.title}` : choice.id}</output>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Incident/u });
const chosen = () => screen.getByRole('status', { hidden: true }).textContent;

async function choose(text: string): Promise<void> {
  render(<Frame />);
  await userEvent.type(field(), text);
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(text, 'u') }));
}

it('a title that is changed after it was chosen is the one that is created', async () => {
  await choose('Disk');
  expect(chosen()).toBe('new Disk');
  await userEvent.type(field(), ' full');
  await userEvent.tab();
  expect([field().value, chosen()]).toEqual(['Disk full', 'new Disk full']);
});

it('does not create a second one of a name that is there', async () => {
  await choose('DNS down');
  await userEvent.clear(field());
  await userEvent.type(field(), 'dns');
  expect(chosen()).toBe('none');
});

it('an emptied field has chosen nothing', async () => {
  await choose('Checkout is slow');
  expect(chosen()).toBe('i1');
  await userEvent.clear(field());
  expect(chosen()).toBe('none');
});

it.each([
  ['Disk full', 'Disk full', 'new Disk full'],
  ['dns', 'DNS', 'i2'],
  ['  ', '', 'none'],
])('a text that is left without a choice is what was meant: %s', async (typed, shown, meant) => {
  render(<Frame />);
  await userEvent.type(field(), typed);
  await userEvent.tab();
  expect([field().value, chosen()]).toEqual([shown, meant]);
  expect(screen.queryByText('A new incident with this title') !== null).toBe(meant.startsWith('new'));
});

it('a text that is typed over a choice takes its place', async () => {
  await choose('DNS');
  await userEvent.clear(field());
  await userEvent.type(field(), 'Disk full');
  await userEvent.tab();
  expect([field().value, chosen()]).toEqual(['Disk full', 'new Disk full']);
});

it('a list that Escape closes leaves the text, and the text is what was meant', async () => {
  render(<Frame />);
  await userEvent.type(field(), 'Disk full{Escape}');
  expect([field().value, screen.queryByRole('option')]).toEqual(['Disk full', null]);
  await userEvent.tab();
  expect([field().value, chosen()]).toEqual(['Disk full', 'new Disk full']);
});

it('Escape over a choice brings the choice back', async () => {
  await choose('DNS');
  await userEvent.type(field(), ' down{Escape}');
  expect([field().value, chosen()]).toEqual(['DNS', 'i2']);
});

it('says what the field waits for, and what becomes of what it holds', async () => {
  render(<Frame />);
  const said = (): string | undefined =>
    document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent;
  expect(said()).toBe('Choose one, or type the title of a new incident');
  await userEvent.type(field(), 'Disk');
  await userEvent.tab();
  expect(said()).toBe('A new incident with this title');
  await userEvent.clear(field());
  await userEvent.type(field(), 'DNS');
  await userEvent.tab();
  expect([chosen(), said()]).toEqual(['i2', undefined]);
});
