import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { dataDirFromTemplate } from '#tests/backend/template.ts';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const SILENT = { log: () => undefined, tell: () => undefined };

const copies: string[] = [];
afterEach(async () => {
  for (const copy of copies.splice(0)) await rm(copy, { recursive: true, force: true });
});

async function copy(): Promise<string> {
  const home = await dataDirFromTemplate('none', '2024', SILENT);
  copies.push(home);
  return home;
}

/** A copy made by a process that has ended, with the template where there was none. */
async function copyOfTheDead(): Promise<string> {
  const script = `
    import { dataDirFromTemplate } from '#tests/backend/template.ts';
    const silent = { log: () => undefined, tell: () => undefined };
    console.log(await dataDirFromTemplate('none', '2024', silent));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    { cwd: REPOSITORY },
  );
  const home = stdout.trim();
  copies.push(home);
  return home;
}

it('a copy of the template is swept away when its process is dead, and not before its Postgres runs', async () => {
  const left = await copyOfTheDead();
  expect(existsSync(join(left, 'postgres', 'PG_VERSION'))).toBe(true);
  const first = await copy();
  expect(existsSync(left)).toBe(false);
  await copy();
  expect(existsSync(join(first, 'postgres', 'PG_VERSION'))).toBe(true);
  expect(await readFile(join(first, 'owner'), 'utf8')).toBe(String(process.pid));
}, 120_000);
