/* `npm run texts`: every text of every screen in one file, to be read by somebody who did not write them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenTexts } from './screen-texts.ts';
import { ROOT } from './source-files.ts';

const folder = join(ROOT, 'test-results');
mkdirSync(folder, { recursive: true });
const file = join(folder, 'texts.txt');
const texts = screenTexts();
writeFileSync(file, texts.map(({ path, line, text }) => `${path}:${line}\t${text}\n`).join(''));
console.log(`${texts.length} texts in ${file}`);
