import { describe, expect, it } from 'vitest';
import { opStates } from '#sync/protocol/op.ts';
import {
  definitionTextOf,
  errorWords,
  opSentence,
  screenHref,
  screenWords,
  stateWords,
  textOf,
  valueText,
} from './op-labels.ts';

describe('opSentence', () => {
  it.each([
    ['insert', 'comments', { comment: 'Rolled back 4.2' }, 'Comment “Rolled back 4.2”'],
    ['insert', 'comments', { comment: 'ask @[Ada Byron](user:0190-aa) now' }, 'Comment “ask @Ada Byron now”'],
    ['insert', 'comments', { comment: 'two\n\nlines' }, 'Comment “two lines”'],
    ['insert', 'evidences', { type: 'check' }, 'Evidence added'],
    ['update', 'hypotheses', { title: 'DNS' }, 'Hypothesis title changed to “DNS”'],
    ['update', 'hypotheses', { status: 'unlikely' }, 'Hypothesis status changed to Unlikely'],
    [
      'update',
      'hypotheses',
      { title: 'DNS', status: 'likely' },
      'Hypothesis title changed to “DNS” and status changed to Likely',
    ],
    ['update', 'incidents', { commander_id: null }, 'Incident commander changed to not set'],
    ['update', 'incidents', { a: 1, b: 2, c_d: 3 }, 'Incident changed: a, b, c d'],
    ['update', 'hypotheses', {}, 'Hypothesis changed'],
    ['update', 'hypotheses', { title: '' }, 'Hypothesis title changed to empty'],
    ['delete', 'evidences', {}, 'Evidence deleted'],
    ['insert', 'some_table', { name: 'x' }, 'Some table “x”'],
  ] as const)('%s %s %o', (kind, tbl, patch, sentence) => {
    expect(opSentence({ kind, tbl, patch })).toBe(sentence);
  });

  it('cuts long texts by letters, not by halves of them', () => {
    const sentence = opSentence({ kind: 'insert', tbl: 'comments', patch: { comment: '🔥'.repeat(200) } });
    expect(Array.from(sentence)).toHaveLength('Comment “”'.length + 80);
    expect(sentence).toMatch(/^Comment “(?:🔥)+…”$/u);
  });
});

describe('stateWords', () => {
  it('has words for every state and claims the server only when it has answered', () => {
    const claiming = opStates.filter((state) => stateWords(state, 1).startsWith('Saved on the server'));
    expect(claiming).toEqual(['acked', 'done']);
    for (const state of opStates) expect(stateWords(state, 1)).not.toBe('');
  });

  it('counts tries', () => {
    expect(stateWords('parked', 1)).toContain('1 try');
    expect(stateWords('parked', 5)).toContain('5 tries');
  });
});

describe('errorWords', () => {
  it.each([
    [null, null],
    [{ class: 'forbidden', status: 403, code: '42501', message: 'x' }, 'Your role does not allow this (403)'],
    [
      { class: 'missing_parent', status: 409, code: '23503', message: 'x' },
      'What it belongs to was deleted on the server (409)',
    ],
    [{ class: 'offline', status: null, code: null, message: 'x' }, 'This device is offline'],
    [{ class: 'never heard of', status: 500, code: null, message: 'boom' }, 'boom'],
    [{ class: 'never heard of', status: 500, code: null, message: ' ' }, 'The last try did not work'],
  ])('%o', (error, words) => {
    expect(errorWords(error)).toBe(words);
  });
});

describe('places and texts', () => {
  it('links to paths of this origin only', () => {
    expect(screenHref('/incidents/1')).toBe('/incidents/1');
    expect(screenHref('//elsewhere.example/x')).toBeNull();
    expect(screenHref('/\\elsewhere.example')).toBeNull();
    expect(screenHref('https://elsewhere.example')).toBeNull();
    expect(screenHref('')).toBeNull();
  });

  it('names the place', () => {
    expect(screenWords('/incidents/01')).toBe('Open incident');
    expect(screenWords('/settings')).toBe('Open settings');
    expect(screenWords('')).toBe('Open screen');
  });

  it('gives back what a person wrote', () => {
    expect(textOf({ comment: 'a' })).toBe('a');
    expect(textOf({ status: 'likely' })).toBeNull();
    expect(definitionTextOf({ title: 'Roll', spec: { actions: [] } })).toBe('{\n  "actions": []\n}');
    expect([definitionTextOf({ title: 'Roll' }), definitionTextOf({ spec: null })]).toEqual([null, null]);
  });

  it('says what is not there', () => {
    expect(valueText('status', null)).toBe('not set');
    expect(valueText('title', '')).toBe('empty');
    expect(valueText('done', false)).toBe('no');
    expect(valueText('properties', { a: 1 })).toBe('{"a":1}');
  });
});
