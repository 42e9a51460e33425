import { expect, test } from 'vitest';
import { filesBelow, isTest, readCode } from './source-files.ts';

const KIT = 'src/views/form/';
/** Rows that are picked have to be read from somewhere: these say from where. */
const PICKERS = /\/(?:pick-field|found-pick|runtime-form|form-spec)\.tsx?$/u;
const kit = filesBelow(KIT).filter(
  (path) => !isTest(path) && !path.includes('/story/') && !PICKERS.test(path),
);
const forms = filesBelow('src/').filter((path) => path.endsWith('.form.ts'));

/** Things of screens. A kit that knows one of them grows a switch for the next. */
const NAMES =
  /incident|hypothes|evidence|\bchecks\b(?!\.ts)|health|canar|catalog|playbook|topolog|responder|comments?\b/iu;

test('the kit of forms knows no screen, table or feature by name', () => {
  expect(kit.length).toBeGreaterThan(10);
  const found = kit.flatMap((path) => {
    const name = NAMES.exec(readCode(path))?.[0];
    return name === undefined ? [] : [`${path} ${name}`];
  });
  expect(found).toEqual([]);
});

test('the laws are tested of every form', () => {
  expect(forms.length).toBeGreaterThan(1);
  const table = readCode('src/routes/forms.prop.test.ts');
  expect(forms.filter((path) => !table.includes(`#${path}'`))).toEqual([]);
});

test('a description holds no drawing', () => {
  const drawn = forms.filter((path) => /from '(?:react|#src\/ui\/)|\.tsx'/u.test(readCode(path)));
  expect(drawn).toEqual([]);
});
