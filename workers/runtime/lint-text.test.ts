import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../contracts/yaml-contract.ts';
import { lintText } from './lint-text.ts';

const SCHEMA: JsonSchema = {
  type: 'object',
  required: ['url'],
  additionalProperties: false,
  properties: {
    url: { type: 'string' },
    retries: { type: 'integer' },
    headers: { type: 'array', items: { $ref: '#/$defs/header' } },
    body: { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: false }] },
  },
  $defs: {
    header: { type: 'object', required: ['name'], properties: { name: { enum: ['accept', 'host'] } } },
  },
};

const yaml = (text: string, schema: JsonSchema | null = SCHEMA): string[] =>
  lintText({ text, language: 'yaml', schema }).problems.map(
    ({ line, from, to, message }) => `${line} [${text.slice(from, to)}] ${message}`,
  );

describe('a text that is held against a schema', () => {
  it('has no problem when it fits', () => {
    expect(yaml('url: https://shop\nheaders:\n  - name: host\n')).toEqual([]);
  });

  it('names the value, its line and what is wrong', () => {
    expect(yaml('url: https://shop\nretries: often\n')).toEqual([
      '2 [often] Type "string" is invalid. Expected "integer".',
    ]);
  });

  it('names the field that nobody knows', () => {
    expect(yaml('url: x\n\nurll: y\n')).toEqual(['3 [urll] “urll” is not a known field.']);
  });

  it('says what is missing where it should be', () => {
    expect(yaml('retries: 1\n')).toEqual(['1 [r] The value does not have required field "url".']);
    expect(yaml('url: x\nheaders:\n  - name: host\n  - value: y\n')).toEqual([
      '4 [v] The value does not have required field "name".',
    ]);
  });

  it('finds the place through lists, references and escaped keys', () => {
    expect(yaml('url: x\nheaders:\n  - name: accept\n  - name: cookie\n')).toEqual([
      '4 [cookie] The value does not match any of ["accept","host"].',
    ]);
    expect(yaml('"a/b ~c": 1\n', { properties: { 'a/b ~c': { type: 'string' } } })).toEqual([
      '1 [1] Type "number" is invalid. Expected "string".',
    ]);
  });

  it('finds it behind an alias', () => {
    const text = 'one: &one\n  n: x\ntwo: *one\n';
    const schema = { properties: { two: { properties: { n: { type: 'integer' } } } } };
    expect(yaml(text, schema)).toEqual(['2 [x] Type "string" is invalid. Expected "integer".']);
  });

  it('does not list what each of several forms lacks', () => {
    expect(yaml('url: x\nbody:\n  a: 1\n')).toEqual(['2 [body] The value has none of the allowed forms.']);
  });

  it('says that a schema cannot be used, and fetches none', () => {
    const foreign = { $ref: 'https://schemas.example/check.json' };
    expect(lintText({ text: 'a: 1', language: 'yaml', schema: foreign })).toMatchObject({
      problems: [],
      unchecked: expect.stringMatching(/^The schema cannot be used\. Unresolved \$ref/u) as string,
    });
  });
});

describe('a text that is no YAML, or no JSON', () => {
  it('is told by line, and not held against the schema', () => {
    const [first, ...others] = yaml('url: x\n  retries: 1\n');
    expect(first).toMatch(/^[12] /u);
    expect(others.filter((line) => line.includes('required'))).toEqual([]);
    expect(yaml('a: 1\na: 2\n', null)).toEqual([expect.stringMatching(/^2 .*unique/u)]);
  });

  it('JSON is read as JSON and not as the YAML it also is', () => {
    const json = (text: string): string[] =>
      lintText({ text, language: 'json', schema: SCHEMA }).problems.map(
        ({ line, message }) => `${line} ${message}`,
      );
    expect(json('{\n  "url": "x"\n}')).toEqual([]);
    expect(json('{\n  url: "x"\n}')).toEqual(['2 This is not valid JSON.']);
    expect(json('{\n  "url": "x",\n  "retries": true\n}')).toEqual([
      '3 Type "boolean" is invalid. Expected "integer".',
    ]);
    expect(json('')).toEqual(['1 This is not valid JSON.']);
  });

  it('a bomb of aliases is a problem and no hang', () => {
    const rows = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (const [at, name] of ['b', 'c', 'd', 'e', 'f'].entries()) {
      const before = '*' + 'abcdef'.charAt(at);
      rows.push(`${name}: &${name} [${Array.from({ length: 10 }, () => before).join(', ')}]`);
    }
    expect(yaml(rows.join('\n'), true)).toEqual([expect.stringMatching(/^1 .*alias/u)]);
  });

  it('one that is too long is not checked and says so', () => {
    const text = `a: ${'x'.repeat(1_000_000)}`;
    expect(lintText({ text, language: 'yaml', schema: SCHEMA }).unchecked).toMatch(/too long/u);
  });

  it('a question that is none is refused', () => {
    expect(() => lintText({ text: 1, language: 'toml', schema: null })).toThrow(/Invalid type/u);
  });
});
