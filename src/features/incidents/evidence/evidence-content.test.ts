import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceContent, evidenceHref } from './evidence-content.ts';

const NO_PAYLOAD = { description: '', payload: {}, subject: null };

describe('evidenceContent', () => {
  it('names a config with its type', () => {
    const payload = { configName: 'payments', configType: 'Deployment', lines: [] };
    expect(evidenceContent({ ...NO_PAYLOAD, type: 'config', payload }).title).toBe('payments (Deployment)');
    expect(evidenceContent({ ...NO_PAYLOAD, type: 'config' }).title).toBe('Catalog item');
  });

  it('takes names from the snapshot when the thing is not here', () => {
    const payload = { snapshot: { at: 't', name: 'api-health', config_name: 'checkout' } };
    const title = (type: string) => evidenceContent({ ...NO_PAYLOAD, type, payload }).title;
    expect([title('check'), title('topology'), title('log')]).toEqual([
      'api-health',
      'api-health',
      'api-health',
    ]);
    expect(title('config_change')).toBe('Config change of checkout');
    expect(title('config_analysis')).toBe('Insight of checkout');
  });

  it('leads to the live thing', () => {
    const none = {
      checkId: null,
      configId: null,
      configChangeId: null,
      configAnalysisId: null,
      componentId: null,
    };
    const href = (type: string, refs: object) => evidenceHref({ type, refs: { ...none, ...refs } });
    expect(href('check', { checkId: 'k 1' })).toBe('/health?checkId=k%201&timeRange=1h');
    expect(href('config', { configId: 'c' })).toBe('/catalog/c');
    expect(href('topology', { componentId: 'c' })).toBe('/topology/c');
    expect(href('comment', {})).toBeNull();
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
      }),
    );
  });
});
