import { describe, expect, it } from 'vitest';
import { bearsNoSecret, keepable, linesOf, packLines } from '../log.ts';
import { bearsSecret } from './keys.ts';
import { bodyWithoutSecrets, NOT_KEPT, withoutSecrets } from './texts.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl';
const KEY = 'AKIAABCDEFGHIJKLMNOP';
const PEM_LINE = 'MIIEpAIBAAKCAQEA7bq1Vv5nZ8o0pXQ2Yk3hTzR4mWc9LsJ6uDfGxKyEiBtNaPqC';

const kept = (...messages: string[]): readonly string[] =>
  [...linesOf(keepable(packLines(messages.map((message) => ({ at: 1, message, labels: {} })))))].map(
    ({ message }) => message,
  );

describe('what looks like a secret in kept lines', () => {
  it.each([
    [`Bearer abcdefghijklmnop sent`, `Bearer ${NOT_KEPT} sent`],
    [JWT, NOT_KEPT],
    [KEY, NOT_KEPT],
  ])('[LOG3] is seen at the beginning of a message, whatever the one before it ended in: %s', (text, is) => {
    expect(kept('request done', text)).toEqual(['request done', is]);
    expect(kept('x1', text)).toEqual(['x1', is]);
  });

  it.each([
    [String.raw`{\"password\":\"hunter22\",\"a\":1}`, String.raw`{\"password\":\"${NOT_KEPT}\",\"a\":1}`],
    [String.raw`{\\\"token\\\": \\\"hunter22\\\"}`, String.raw`{\\\"token\\\": \\\"${NOT_KEPT}\\\"}`],
    ['password: "my hunter2 pass" next', `password: "${NOT_KEPT}" next`],
    [String.raw`{"password":"a\"hunter2","b":2}`, `{"password":"${NOT_KEPT}","b":2}`],
    [`:password=>'hunter2'`, `:password=>'${NOT_KEPT}'`],
    ['token=*hunter2 a', `token=${NOT_KEPT} a`],
    ['secret=null-hunter2', `secret=${NOT_KEPT}`],
    ['token: Bearer hunter2hunter2 a', `token: Bearer ${NOT_KEPT} a`],
    ['Authorization: hunter2abcdef', `Authorization: ${NOT_KEPT}`],
    ['Authorization: Basic aHVudGVyMg==', `Authorization: Basic ${NOT_KEPT}`],
    ['{"authorization":"Custom hunter2","a":1}', `{"authorization":"${NOT_KEPT}","a":1}`],
    ['headers map[Authorization:[ApiKey hunter2]]', `headers map[Authorization:${NOT_KEPT}`],
    ['Set-Cookie: session=hunter2; csrf=hunter3; Path=/', `Set-Cookie: ${NOT_KEPT}`],
    ['dial redis://:hunter2@db:6379', `dial redis://:${NOT_KEPT}@db:6379`],
    [String.raw`sent\n${KEY}`, String.raw`sent\n${NOT_KEPT}`],
    [
      `-----BEGIN EC PRIVATE KEY-----\n${PEM_LINE}\nabc=\n-----END EC PRIVATE KEY----- a`,
      `-----BEGIN EC PRIVATE KEY-----${NOT_KEPT}-----END EC PRIVATE KEY----- a`,
    ],
    [
      String.raw`"-----BEGIN PRIVATE KEY-----\n${PEM_LINE}`,
      String.raw`"-----BEGIN PRIVATE KEY-----${NOT_KEPT}`,
    ],
  ])('[D22] is not kept: %s', (text, is) => {
    expect(kept(text)).toEqual([is]);
    // What was kept once is kept as it is.
    expect(kept(is)).toEqual([is]);
  });

  it('[D22] is not kept of a key that came line by line, newest first', () => {
    const lines = ['ok', '-----END RSA PRIVATE KEY-----', 'c2hvcnRlciBsaW5l==', PEM_LINE];
    expect(kept(...lines, '-----BEGIN RSA PRIVATE KEY-----')).toEqual([
      'ok',
      '-----END RSA PRIVATE KEY-----',
      NOT_KEPT,
      NOT_KEPT,
      '-----BEGIN RSA PRIVATE KEY-----',
    ]);
    // Where a page ends between them.
    expect(kept('ok', PEM_LINE)).toEqual(['ok', NOT_KEPT]);
  });

  it('[LOG3] is not kept in a label whose key says that it is one', () => {
    const labels = {
      password: 'hunter2 and more',
      'set-cookie': 'a=hunter2',
      note: 'token=hunter2',
      secretName: 'db',
      pod: 'a',
    };
    const lines = keepable(packLines([{ at: 1, message: 'plain', labels }]));
    expect([...linesOf(lines)]).toEqual([
      {
        at: 1,
        message: 'plain',
        labels: {
          password: NOT_KEPT,
          'set-cookie': NOT_KEPT,
          note: `token=${NOT_KEPT}`,
          secretName: 'db',
          pod: 'a',
        },
      },
    ]);
  });

  it('[LOG3] leaves lines alone in which there is none', () => {
    const messages = [
      'GET /api/v1/tokens 200 in 12ms',
      'password: ***',
      'token=null',
      '{"secret":"","a":1}',
      'the cookie jar is empty',
      'image sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 pulled',
      'http://host:8080/path',
    ];
    const lines = packLines(messages.map((message) => ({ at: 1, message, labels: { secretName: 'db' } })));
    expect(keepable(lines)).toBe(lines);
  });

  it('[D22] is found in a long text in one go', () => {
    const long = `password="${'x \\'.repeat(400_000)}`;
    expect(withoutSecrets(long)).toBe(`password="${NOT_KEPT}`);
  });

  it('[LOG3] is not kept as what somebody searched for', () => {
    const question = { componentId: '019acc36-0e2a-4f3b-76a6-1ea17f7abda4', selector: '', start: '1h' };
    expect(bearsNoSecret({ ...question, query: 'timeout' })).toBe(true);
    expect(bearsNoSecret({ ...question, query: 'password=hunter2' })).toBe(false);
  });
});

describe('what is kept of a body that bears a secret', () => {
  const SECRET = 'hunter2 "quoted"/ü';
  const spec = {
    env: [
      { name: 'DB_PASSWORD', value: SECRET },
      { name: 'MODE', value: 'fast' },
    ],
    replicas: 2,
  };
  const config = {
    kind: 'Deployment',
    metadata: {
      annotations: {
        applied: JSON.stringify({ spec }),
        again: JSON.stringify(JSON.stringify({ spec })),
        dsn: `postgres://app:${encodeURIComponent(SECRET)}@db/app`,
        note: `It is ${SECRET}`,
        before: JSON.stringify({ spec: { env: [{ name: 'DB_PASSWORD', value: 'an older hunter2' }] } }),
        other: 'token=abcdefgh and more',
      },
    },
    spec,
    auth: { password: { name: 'inline', value: SECRET }, secretName: 'db' },
  };

  it('[DOC2] is all of it but the secrets and whatever repeats them', () => {
    const kept = bodyWithoutSecrets('Kubernetes::Deployment', { id: '1', config });
    expect(kept).toEqual({
      body: {
        id: '1',
        config: {
          kind: 'Deployment',
          metadata: {
            annotations: {
              applied: NOT_KEPT,
              again: NOT_KEPT,
              dsn: NOT_KEPT,
              note: NOT_KEPT,
              before: NOT_KEPT,
              other: `token=${NOT_KEPT} and more`,
            },
          },
          spec: {
            env: [
              { name: 'DB_PASSWORD', value: NOT_KEPT },
              { name: 'MODE', value: 'fast' },
            ],
            replicas: 2,
          },
          auth: { password: { name: NOT_KEPT, value: NOT_KEPT }, secretName: 'db' },
        },
      },
      hidden: 9,
    });
    expect(JSON.stringify(kept)).not.toContain('hunter2');
  });

  it('[DOC2] is still a body that bears one: nobody edits it or copies lines of it', () => {
    expect(bearsSecret(null, bodyWithoutSecrets(null, { config })?.body)).toBe(true);
  });

  it.each([
    ['of a secret type', 'Kubernetes::Secret', { data: { a: 'eA==' } }],
    ['of a secret kind', null, { kind: 'Secret', data: { a: 'eA==' } }],
    ['with a secret that is too short to be found again', null, { password: 'abc', note: 'abc' }],
    ['that is too deep', null, JSON.parse('{"a":'.repeat(80) + '{"password":"hunter2"}' + '}'.repeat(80))],
  ])('[DOC2] is nothing of one %s', (_what, type, body) => {
    expect(bodyWithoutSecrets(type, body)).toBeNull();
  });

  it('[DOC2] is the body itself where it bears none', () => {
    const body = { config: { replicas: 2, secretName: 'db', password: 'secret://db' } };
    expect(bodyWithoutSecrets('Kubernetes::Deployment', body)).toEqual({ body, hidden: 0 });
  });
});
