import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HistoryLine } from '#sync/read/incident-history.ts';
import {
  changelogJson,
  changelogMarkdown,
  exportFileName,
  type ChangelogExport,
} from './changelog-export.ts';
import { byDay, filterLines, isFiltering, NO_FILTER, stateOfType, withType } from './changelog-filter.ts';
import { changelogTypes, lineSentence, typeWords } from './changelog-labels.ts';

function line(change: Partial<HistoryLine> = {}): HistoryLine {
  return {
    id: 'l-1',
    type: 'incident.created',
    createdAt: '2026-11-20T10:00:00Z',
    author: null,
    status: null,
    hypothesis: null,
    evidence: null,
    responder: null,
    comment: null,
    pending: null,
    ...change,
  };
}

const ADA = { id: 'p', name: 'Ada', avatar: null };
const check = { id: 'e', type: 'check', description: '', name: 'checkout-http' };

describe('words', () => {
  it.each([
    [{ type: 'incident.created', author: ADA }, 'Ada created Incident'],
    [{ type: 'incident.status_updated', status: 'resolved' }, 'Marked as: Resolved'],
    [{ type: 'incident.status_updated', status: 'resolved', author: ADA }, 'Ada marked as: Resolved'],
    [
      { type: 'responder.created', author: ADA, responder: { id: 'r', name: 'Platform', isTeam: true } },
      'Ada added responder Platform',
    ],
    [{ type: 'evidence.created', author: ADA, evidence: check }, 'Ada added check “checkout-http”'],
    [{ type: 'evidence.created', author: ADA }, 'Ada added evidence that was deleted'],
    [
      { type: 'evidence.done_definition_added', evidence: { ...check, name: null, description: 'Disk' } },
      'Added DoD for check “Disk”',
    ],
    [
      {
        type: 'evidence.created',
        author: ADA,
        evidence: { id: 'e', type: 'comment', description: '**Ask** @[Grace](user:p2)', name: null },
      },
      'Ada added note “Ask @Grace”',
    ],
    [
      { type: 'evidence.created', author: ADA, evidence: { ...check, type: 'topology', name: 'Checkout' } },
      'Ada added component “Checkout”',
    ],
    [
      { type: 'evidence.created', author: ADA, evidence: { ...check, type: 'config_change' } },
      'Ada added config change of “checkout-http”',
    ],
    [
      {
        type: 'evidence.created',
        author: ADA,
        evidence: { ...check, type: 'comment', name: null, description: 'No' },
      },
      'Ada added note “No”',
    ],
    [{ type: 'responder.commented', author: ADA, comment: 'On it' }, 'Ada commented: On it'],
    [
      { type: 'responder.commented', author: ADA, comment: 'Ask @[Grace](user:p2), **now**' },
      'Ada commented: Ask @Grace, now',
    ],
    [{ type: 'responder.commented', author: ADA }, 'Ada commented; the comment was deleted'],
    [
      { type: 'hypothesis.created', author: ADA, hypothesis: { id: 'h', title: 'Queue' } },
      'Ada added “Queue”',
    ],
    [
      { type: 'hypothesis.status_updated', hypothesis: { id: 'h', title: '' }, status: 'likely' },
      'Marked (no title) as Likely',
    ],
    [{ type: 'playbook.approved' }, 'Playbook approved'],
    [{ type: '' }, 'Other'],
  ] satisfies [Partial<HistoryLine>, string][])('%j', (change, words) => {
    expect(lineSentence(line(change))).toBe(words);
  });

  it('every type has a name of its own in the filter', () => {
    expect(new Set(changelogTypes.map(typeWords)).size).toBe(changelogTypes.length);
  });
});

const anyType = fc.constantFrom(...changelogTypes, 'moon.landed');
const anyLine = fc
  .record({
    id: fc.uuid(),
    type: anyType,
    createdAt: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  })
  .map((change) => line(change));
const anyState = fc.constantFrom('only', 'not', 'any' as const);
const anyFilter = fc
  .array(fc.tuple(anyType, anyState))
  .map((choices) => choices.reduce((filter, [type, state]) => withType(filter, type, state), NO_FILTER));

describe('filter', () => {
  it('shows what is asked for and never what is left out, in the order of the lines', () => {
    fc.assert(
      fc.property(fc.array(anyLine), anyFilter, (lines, filter) => {
        const shown = filterLines(lines, filter, new Set());
        expect(shown).toEqual(lines.filter((each) => shown.includes(each)));
        for (const each of shown) expect(stateOfType(filter, each.type)).not.toBe('not');
        const isNarrowed = Object.values(filter.types).includes('only');
        for (const each of lines) {
          const state = stateOfType(filter, each.type);
          expect(shown.includes(each)).toBe(state === 'only' || (state === 'any' && !isNarrowed));
        }
      }),
    );
  });

  it('back to "any" forgets the type', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        const cleared = Object.keys(filter.types).reduce((rest, type) => withType(rest, type, 'any'), filter);
        expect(cleared).toEqual(NO_FILTER);
        expect(isFiltering(cleared)).toBe(false);
      }),
    );
  });

  it('keeps starred lines alone when asked to', () => {
    const lines = [line({ id: 'a' }), line({ id: 'b' })];
    const found = filterLines(lines, { ...NO_FILTER, isStarredOnly: true }, new Set(['b']));
    expect(found.map(({ id }) => id)).toEqual(['b']);
  });

  it('days hold every line once, in order', () => {
    fc.assert(
      fc.property(fc.array(anyLine), (lines) => {
        const days = byDay(lines);
        expect(days.flatMap((day) => day.lines)).toEqual(lines);
        for (const [at, day] of days.entries()) expect(day.day).not.toBe(days[at + 1]?.day);
      }),
    );
  });
});

describe('export', () => {
  const source = (change: Partial<ChangelogExport> = {}): ChangelogExport => ({
    incident: { id: '01234567-89', number: 'INC-7', title: 'Checkout *is* slow' },
    lines: [
      line({ id: 'o', type: 'incident.status_updated', status: 'closed', author: ADA, pending: 'queued' }),
      line({ id: 'l', author: ADA }),
    ],
    total: 2,
    starred: new Set(['l']),
    asOf: '2026-11-20T12:00:00Z',
    state: 'complete',
    exportedAt: '2026-11-21T09:00:00Z',
    ...change,
  });

  it('writes Markdown with pending lines marked as pending and stars kept', () => {
    const text = changelogMarkdown(source());
    expect(text).toContain(String.raw`# Changelog of INC-7: Checkout \*is\* slow`);
    expect(text).toContain('- As of 2026-11-20T12:00:00Z');
    expect(text).toContain('- 1 pending: not on the server yet');
    expect(text).toContain('- 2026-11-20T10:00:00Z **pending** Ada marked as: Closed');
    expect(text).toContain('- 2026-11-20T10:00:00Z ★ Ada created Incident');
    expect(text.match(/^## /gmu)).toHaveLength(1);
  });

  it('says what it is not: a part of the lines, an incident never pulled', () => {
    const text = changelogMarkdown(source({ total: 9, asOf: null, state: 'partial' }));
    expect(text).toContain('- 2 of 9 lines, by the filter');
    expect(text).toContain('- Never pulled from the server');
    expect(text).toContain('- This device may not have every line');
  });

  it('no text of a person leaves its line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (comment) => {
        const lines = [line({ type: 'responder.commented', comment })];
        const text = changelogMarkdown(source({ lines, total: 1 }));
        expect(text.split('\n').filter((each) => each.startsWith('- 2026-11-20'))).toHaveLength(1);
        expect(text.match(/^# |^## /gmu)).toHaveLength(2);
      }),
    );
  });

  it('writes the same as data', () => {
    expect(changelogJson(source())).toMatchObject({
      incident: { number: 'INC-7' },
      isComplete: true,
      shown: 2,
      total: 2,
      lines: [
        { id: 'o', pending: true, state: 'queued', starred: false, text: 'Ada marked as: Closed' },
        { id: 'l', pending: false, state: null, starred: true },
      ],
    });
  });

  it('names its file after the incident', () => {
    expect(exportFileName({ id: 'x', number: 'INC-7', title: '' }, 'md')).toBe('changelog-INC-7.md');
    expect(exportFileName({ id: '0123/4567-89', number: null, title: '' }, 'json')).toBe(
      'changelog-0123_456.json',
    );
  });
});
