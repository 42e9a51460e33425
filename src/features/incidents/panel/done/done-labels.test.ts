import { describe, expect, it } from 'vitest';
import {
  firstScript,
  isManual,
  itemDetail,
  itemLine,
  itemState,
  itemHelp,
  itemTitle,
  scriptShortcut,
} from './done-labels.ts';

const NONE = { description: '', payload: {}, subject: null };

describe('scripts', () => {
  it.each([
    ['check', 'check.status == "healthy" && check.age > duration("5m")'],
    ['config_analysis', "analysis.status == 'resolved'"],
    ['topology', ''],
    ['log', ''],
  ])('%s begins with its default', (type, script) => {
    expect(firstScript({ type, script: null })).toBe(script);
    expect(firstScript({ type, script: 'true' })).toBe('true');
  });

  it('a component has a shortcut, nothing else has', () => {
    expect(scriptShortcut('topology')).toEqual({
      label: 'Component is Health',
      script: "status == 'healthy'",
    });
    expect(scriptShortcut('check')).toBeUndefined();
  });
});

describe('states', () => {
  it.each([
    ['comment', null, null, 'Not resolved'],
    ['comment', null, false, 'Not resolved'],
    ['comment', null, true, 'Done'],
    ['check', 'x', null, 'Not evaluated yet'],
    ['check', 'x', false, 'Not resolved'],
    ['check', 'x', true, 'Done'],
    ['log', null, null, 'No script: not evaluated'],
  ])('%s, script %s, done %s: %s', (type, script, done, words) => {
    expect(itemState({ type, script, done })).toBe(words);
  });

  it('people tick comments without a script alone', () => {
    expect(isManual({ type: 'comment', script: null })).toBe(true);
    expect(isManual({ type: 'comment', script: 'x' })).toBe(false);
    expect(isManual({ type: 'check', script: null })).toBe(false);
  });

  it('a change without a name is what was said of it, once', () => {
    const change = { ...NONE, type: 'config_change', description: 'The pool was made smaller' };
    expect([itemTitle(change), itemDetail(change)]).toEqual(['The pool was made smaller', '']);
    expect(itemTitle({ ...change, description: '' })).toBe('Config change');
    const check = { ...change, type: 'check', subject: { kind: 'check', id: 'k', name: 'shop' } as const };
    expect([itemTitle(check), itemDetail(check)]).toEqual(['shop', 'The pool was made smaller']);
  });

  it.each(['config', 'log', 'check', 'topology', 'config_analysis'])('so is a %s', (type) => {
    const nameless = { ...NONE, type, description: 'It is red', hypothesisTitle: 'Queue' };
    expect([itemTitle(nameless), itemDetail(nameless)]).toEqual(['It is red', '']);
  });

  it('its type is said once', () => {
    const insight = { ...NONE, type: 'config_analysis', hypothesisTitle: 'Queue' };
    expect([itemLine(insight), itemHelp(insight)]).toEqual(['Insight', 'Queue']);
    const said = { ...insight, description: 'It is red', hypothesisTitle: ' ' };
    expect([itemLine(said), itemHelp(said)]).toEqual(['It is red', 'Insight · (no title)']);
  });

  it('a comment is its text', () => {
    const marked = { ...NONE, type: 'comment', payload: { comment: 'Disk **below** `80 %`' } };
    expect([itemTitle(marked), itemLine(marked)]).toEqual(['Disk **below** `80 %`', 'Disk below 80 %']);
    expect(itemTitle({ ...NONE, type: 'comment', payload: { comment: ' Disk below 80 % ' } })).toBe(
      'Disk below 80 %',
    );
  });
});
