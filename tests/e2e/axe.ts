import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** `target-size` runs only when the 2.2 tag is asked for. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * React Aria's list of what a screen reader is to be told: for seconds it points at labels of buttons that may be gone by
 * then, and it is read when it is written, never as part of the page.
 */
const announcer = '[data-live-announcer]';

const everyRule = { type: 'tag', values: tags } as const;
/** The rules that look at colours: the others would find in the second theme what they found in the first. */
const colourRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

/** One line per finding: the rule and the first elements it names. */
async function axeFindings(page: Page, rules: typeof everyRule | typeof colourRules): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ exclude: [${JSON.stringify(announcer)}] }, { runOnly: ${JSON.stringify(rules)} })`,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => node.target.join(' '))
        .join(' | ')}`,
  );
}

/** Looks in light and in dark; a theme is a media query, so one page can wear both. */
export async function axeFindingsInBothThemes(page: Page): Promise<string[]> {
  // Evaluated by the debugger, because the page's CSP rightly refuses an injected script.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const findings: string[] = [];
  for (const [colorScheme, rules] of [
    ['dark', everyRule],
    ['light', colourRules],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const finding of await axeFindings(page, rules)) findings.push(`${colorScheme}: ${finding}`);
  }
  return findings;
}

/** Fails with the findings of both themes. */
export async function expectNoAxeFindings(page: Page, where: string): Promise<void> {
  expect(await axeFindingsInBothThemes(page), where).toEqual([]);
}
