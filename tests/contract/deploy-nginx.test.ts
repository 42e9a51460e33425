import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SECURITY_HEADERS } from '#src/platform/shell/csp.ts';
import { freePort } from '#tests/backend/database.ts';
import { ensureNginx } from '#tests/install.mjs';

/*
 * The server block of the README in a real nginx, over TLS. Changed is only what a machine decides: port, certificate,
 * place of the files and of Mission Control.
 */

interface Served {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** The body as it was sent. */
  readonly sentBytes: number;
}

const cleanups: (() => unknown)[] = [];

function ask(port: number, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Served> {
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port, path, headers, rejectUnauthorized: false };
    const asked = request(to, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const sent = Buffer.concat(parts);
        const isPacked = answer.headers['content-encoding'] === 'gzip';
        const body = (isPacked ? gunzipSync(sent) : sent).toString();
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, sentBytes: sent.length });
      });
    });
    asked.on('error', reject).end();
  });
}

const PAGE = JSON.stringify(Array.from({ length: 500 }, (_none, at) => ({ id: at, name: `check ${at}` })));

/** Mission Control as far as the block is concerned: it answers which path it was asked for, or with a page of rows. */
async function startUpstream(): Promise<number> {
  const server = createServer((asked, answer) => {
    if (asked.url !== '/db/checks') return answer.end(asked.url);
    return answer
      .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-range': '0-499/*' })
      .end(PAGE);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  cleanups.push(() => server.close());
  return (server.address() as AddressInfo).port; // a TCP server that listens has this shape
}

async function startNginx(nginx: string): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), 'holdfast-nginx-'));
  cleanups.push(() => rm(home, { recursive: true, force: true }));
  const files = join(home, 'files');
  await mkdir(join(files, 'assets'), { recursive: true });
  await writeFile(join(files, 'index.html'), 'the page');
  await writeFile(join(files, 'service-worker.js'), 'the worker');
  await writeFile(join(files, 'assets', 'app-1.js'), 'a part');
  const [key, certificate] = [join(home, 'key.pem'), join(home, 'certificate.pem')];
  const asked = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout ${key} -out ${certificate}`;
  execFileSync('openssl', asked.split(' '), { stdio: 'pipe' });
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const block = /```nginx\n(?<block>.*?)```/su.exec(readme)?.groups?.['block'] ?? '';
  const [port, upstream] = [await freePort(), await startUpstream()];
  const server = block
    .replace(
      /listen 443 ssl;.*/u,
      `listen 127.0.0.1:${port} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key};`,
    )
    .replace('/srv/holdfast', files)
    .replaceAll('mission-control:8080', `127.0.0.1:${upstream}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(home, kind)};`)
    .join('\n');
  const settings = join(home, 'nginx.conf');
  const types = 'types { text/html html; application/javascript js; }';
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    settings,
    `${user} daemon off; pid ${join(home, 'pid')}; events {}\nhttp { access_log off; ${types}\n${temporary}\n${server} }`,
  );
  const child = spawn(nginx, ['-e', 'stderr', '-p', home, '-c', settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  cleanups.push(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  await expect
    .poll(
      () =>
        child.exitCode === null
          ? ask(port, '/').then(
              ({ status }) => status,
              () => said,
            )
          : said,
      { timeout: 20_000 },
    )
    .toBe(200);
  return port;
}

test("the README's server block serves the app and Mission Control in a real nginx", async () => {
  const nginx = ensureNginx();
  if (nginx === undefined) {
    console.warn('Not possible here: there is no nginx, and it cannot be installed. The block was not run.');
    return;
  }
  try {
    const port = await startNginx(nginx);
    const [page, part, gone, worker] = await Promise.all(
      ['/incidents/1?tab=a', '/assets/app-1.js', '/assets/gone-2.js', '/service-worker.js'].map((path) =>
        ask(port, path),
      ),
    );
    expect(page).toMatchObject({ status: 200, body: 'the page', headers: { 'cache-control': 'no-cache' } });
    expect(part).toMatchObject({ status: 200, body: 'a part' });
    expect(part?.headers['cache-control']).toContain('immutable');
    // A part that is gone is not the page, and not for a year.
    expect(gone?.status).toBe(404);
    expect(gone?.headers['cache-control']).toBeUndefined();
    expect(worker).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } });
    const forwarded = ['/api/db/incidents?limit=1', '/api/canary/api/summary', '/api/.ory/sessions/whoami'];
    const answers = await Promise.all(forwarded.map((path) => ask(port, path)));
    expect(answers.map(({ body }) => body)).toEqual([
      '/db/incidents?limit=1',
      '/canary/api/summary',
      '/kratos/sessions/whoami',
    ]);
    const packed = await ask(port, '/api/db/checks', { 'accept-encoding': 'gzip, br' });
    expect(packed).toMatchObject({ status: 200, body: PAGE, headers: { 'content-range': '0-499/*' } });
    expect(packed.sentBytes).toBeLessThan(PAGE.length / 4);
    expect(await ask(port, '/api/db/checks')).toMatchObject({ body: PAGE, sentBytes: PAGE.length });
    for (const { headers } of [page, part, gone, worker, ...answers].filter((each) => each !== undefined)) {
      for (const [name, value] of Object.entries(SECURITY_HEADERS))
        expect(headers[name.toLowerCase()]).toBe(value);
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
    }
  } finally {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  }
});
