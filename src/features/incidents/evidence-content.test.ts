import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceContent } from './evidence-content.ts';

const NO_PAYLOAD = { description: '', payload: {}, subject: null };

describe('evidenceContent', () => {
  it('shows the selected config lines with their numbers, in order', () => {
    const content = evidenceContent({
      ...NO_PAYLOAD,
      type: 'config',
      payload: {
        configName: 'payments',
        configType: 'Deployment',
        lines: ['a', 'b', 'c'],
        selected_lines: { '12': 'replicas: 1', '3': 'kind: Deployment' },
      },
    });
    expect(content.title).toBe('payments (Deployment)');
    expect(content.lines).toEqual([
      { lead: '3', text: 'kind: Deployment' },
      { lead: '12', text: 'replicas: 1' },
    ]);
  });

  it('shows all config lines when none was selected', () => {
    const content = evidenceContent({
      ...NO_PAYLOAD,
      type: 'config',
      payload: { lines: ['a', 'b'], selected_lines: {} },
    });
    expect(content.lines).toEqual([
      { lead: '1', text: 'a' },
      { lead: '2', text: 'b' },
    ]);
  });

  it('shows log lines with their times', () => {
    const lines = [{ timestamp: '2026-11-20T10:00:00Z', message: 'OOMKilled', labels: {} }, 'bare line'];
    expect(evidenceContent({ ...NO_PAYLOAD, type: 'log', payload: { lines } }).lines).toEqual([
      { lead: '2026-11-20T10:00:00Z', text: 'OOMKilled' },
      { lead: '', text: 'bare line' },
    ]);
  });

  it('shows the text of a comment once', () => {
    const both = {
      ...NO_PAYLOAD,
      type: 'comment',
      description: 'rolled back',
      payload: { comment: 'rolled back' },
    };
    expect(evidenceContent(both)).toMatchObject({ text: 'rolled back', description: '' });
    expect(evidenceContent({ ...both, payload: {} })).toMatchObject({ text: 'rolled back', description: '' });
  });

  it('names the check or component when it is known here', () => {
    const subject = { kind: 'check', id: '1', name: 'api-health' } as const;
    expect(evidenceContent({ ...NO_PAYLOAD, type: 'check', subject }).title).toBe('api-health');
    expect(evidenceContent({ ...NO_PAYLOAD, type: 'topology' }).title).toBe('Component');
  });

  it('shows a type it does not know as a plain line', () => {
    const content = evidenceContent({ ...NO_PAYLOAD, type: 'heap_dump', description: 'see bucket' });
    expect(content).toEqual({
      kind: 'other',
      title: 'Heap dump',
      text: null,
      lines: [],
      description: 'see bucket',
    });
  });

  it('survives any payload', () => {
    const types = fc.constantFrom('config', 'log', 'comment', 'check', 'topology', 'config_change', 'x', '');
    const payloads = fc.dictionary(
      fc.constantFrom('lines', 'selected_lines', 'comment', 'configName', 'z'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(types, payloads, (type, payload) => {
        const content = evidenceContent({ ...NO_PAYLOAD, type, payload });
        expect(content.title).not.toBe('');
        for (const line of content.lines) expect(typeof line.text).toBe('string');
      }),
    );
  });
});
