import { assert, dictionary, property, string, stringMatching } from 'fast-check';
import { expect, it } from 'vitest';
import { readForm, writeForm } from './form-draft.ts';

const names = stringMatching(/^[a-z_.]{1,12}$/u);

it('[ux 4.7] what a form keeps is what it reads again', () => {
  assert(
    property(dictionary(names, string({ unit: 'binary' })), (values) => {
      expect(readForm(writeForm(values))).toEqual({ ...values });
    }),
  );
});

it('is lines a person can read', () => {
  expect(writeForm({ severity: 'high', type: null, body: 'one\ntwo' })).toBe(
    'severity: high\nbody: "one\\ntwo"',
  );
});

it.each(['', 'no line of a form', ': x', 'name: "broken'])('leaves out what is no value: %j', (text) => {
  expect(readForm(text)).toEqual({});
});
