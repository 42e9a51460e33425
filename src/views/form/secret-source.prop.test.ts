import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsOf } from './form-checks.ts';
import { holdsSecret } from './submission.ts';
import type { AnyForm } from './form-spec.ts';
import {
  readSecretRef,
  readSecretText,
  secretSource,
  writeSecretRef,
  writeSecretText,
} from './secret-source.ts';

const word = fc.stringMatching(/^[a-z0-9][-a-z0-9.]{0,8}$/u);
const source = fc.oneof(
  fc.string({ minLength: 1 }).map((text) => ({ kind: 'value', value: { text } })),
  fc
    .tuple(fc.constantFrom('secret', 'configmap'), word, word)
    .map(([kind, name, key]) => ({ kind, [kind]: { name, key } })),
);
const spec: AnyForm = {
  id: 'one',
  v: 1,
  groups: [{ fields: [secretSource('password', 'Password')] }],
  empty: (given) => given,
  submit: { kind: 'row', tbl: 'connections' },
};

describe('[UI 1] a secret source', () => {
  it('is read from both encodings as it was written', () => {
    fc.assert(
      fc.property(source, (one) => {
        expect(readSecretRef(writeSecretRef(one))).toEqual(one);
        // A value that looks like an address is one: the server reads it so.
        expect(writeSecretText(readSecretText(writeSecretText(one)))).toBe(writeSecretText(one));
      }),
    );
  });

  it('is written as the server takes it', () => {
    const place = { kind: 'secret', secret: { name: ' mail ', key: 'password' } };
    expect(writeSecretText(place)).toBe('secret://mail/password');
    expect(writeSecretRef(place)).toEqual({ valueFrom: { secretKeyRef: { name: 'mail', key: 'password' } } });
    const map = { kind: 'configmap', configmap: { name: 'mail', key: 'user' } };
    expect(writeSecretText(map)).toBe('configmap://mail/user');
    expect(writeSecretRef(map)).toEqual({ valueFrom: { configMapKeyRef: { name: 'mail', key: 'user' } } });
    expect(writeSecretRef({ kind: 'value', value: { text: '' } })).toBeNull();
  });

  it.each(['secret://', 'secret://mail', 'secret://mail/', 'secret:///key'])(
    'what points nowhere stays as it is: %s',
    (text) => expect(readSecretText(text)).toEqual({ kind: 'value', value: { text } }),
  );

  it.each([null, undefined, 'x', 7, { valueFrom: null }, { value: 3 }])(
    'what is none is read as nothing typed: %j',
    (ref) => expect(readSecretRef(ref)).toEqual({ kind: 'value', value: { text: '' } }),
  );

  it('needs both its name and its key', () => {
    const half = { password: { kind: 'secret', secret: { name: 'mail', key: '' } } };
    expect([...problemsOf(spec, half).keys()]).toEqual(['password.secret.key']);
  });

  it('is one that may not be kept only where it was typed here', () => {
    const there = { password: { kind: 'secret', secret: { name: 'mail', key: 'pw' } } };
    expect(holdsSecret(spec, there, {})).toBe(false);
    expect(holdsSecret(spec, { password: { kind: 'value', value: { text: 'x' } } }, {})).toBe(true);
  });
});
