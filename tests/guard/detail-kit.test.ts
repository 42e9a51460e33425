import { expect, test } from 'vitest';
import { filesBelow, isTest, readCode } from './source-files.ts';

const KIT = 'src/views/detail/';
const kit = filesBelow(KIT).filter((path) => !isTest(path) && !path.includes('/story/'));

/** What is made of the kit: the registered details, and the stories on fakes. */
const DETAILS = [
  'src/features/incidents/incident-spec.tsx',
  'src/features/health/check/check-spec.tsx',
  'src/features/catalog/changes/dialog/change-spec.tsx',
  'src/features/catalog/item/item-spec.tsx',
  'src/features/catalog/insights/dialog/insight-spec.tsx',
  'src/features/catalog/scrapers/page/scraper-spec.tsx',
  'src/features/jobs/dialog/run-spec.tsx',
  'src/features/playbooks/runs/detail/playbook-run-spec.tsx',
  'src/features/teams/page/team-spec.tsx',
  'src/features/playbooks/page/playbook-spec.tsx',
  'src/views/attach-action.ts',
  'src/views/detail/story/service-story.tsx',
  'src/views/detail/story/run-story.tsx',
] as const;

/** Things of screens. A kit that knows one of them grows a switch for the next. */
const NAMES =
  /incident|hypothes|evidence|\bchecks?\b|health|canar|catalog|playbook|topolog|responder|comments?\b/iu;

test('the kit of details knows no screen, table or feature by name', () => {
  expect(kit.length).toBeGreaterThan(5);
  const found = kit.flatMap((path) => {
    const name = NAMES.exec(readCode(path))?.[0];
    return name === undefined ? [] : [`${path} ${name}`];
  });
  expect(found).toEqual([]);
});

test('what one detail needs is a slot: every optional property is used by two', () => {
  const optional = [...readCode(`${KIT}detail-spec.ts`).matchAll(/readonly (?<name>\w+)\?:/gu)].flatMap(
    ({ groups }) => groups?.['name'] ?? [],
  );
  expect(optional.length).toBeGreaterThan(5);
  const code = DETAILS.map((path) => readCode(path));
  const lonely = optional.filter(
    (name) => code.filter((text) => new RegExp(String.raw`\b${name}\s*:`, 'u').test(text)).length < 2,
  );
  expect(lonely).toEqual([]);
});
