import { describe, expect, it } from 'vitest';
import { screenTexts } from './screen-texts.ts';

/** How the engine speaks of itself. A person at 3 a.m. has never seen its source. */
const ENGINE_WORDS =
  /\b(?:(?:re)?fold(?:s|ed|ing)?|lanes?|feeds?|packed|epochs?|shadow(?:s|ed)?|tombstones?|fence[sd]?|sweeps?|outbox|journals?|replicas?|shed|parked|ops?|upcast(?:s|ed)?)\b/iu;
/** The Diagnostics of the Sync panel are for those who know the engine. */
const DIAGNOSTICS = 'src/features/sync/diagnostics/';

describe('the texts of the screens', () => {
  const texts = screenTexts();

  it('are all found: of components, descriptions and messages', () => {
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Search for configs',
        'There are no incidents matching this criteria',
        'Keep theirs',
        'Copied to clipboard',
        'This device is offline',
      ]),
    );
  });

  it('are texts: no class names, no stylesheets, no names for code', () => {
    expect(
      texts.filter(({ text }) => /var\(--|\.cm-|<svg|^ArrowLeft$|\[&|is used outside/u.test(text)),
    ).toEqual([]);
  });

  it('say nothing in the words of the engine, but for Diagnostics', () => {
    const engineSpeech = texts
      .filter(({ path, text }) => !path.startsWith(DIAGNOSTICS) && ENGINE_WORDS.test(text))
      .map(({ path, line, text }) => `${path}:${line} ${text}`);
    expect(engineSpeech).toEqual([]);
  });
});
