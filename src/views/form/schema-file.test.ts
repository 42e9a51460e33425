import { expect, it } from 'vitest';
import { schemaFileOf } from './schema-file.ts';

it.each([
  ['/api/schemas/canary.schema.json', 'canary.schema.json'],
  ['/schemas/canary.schema.json', 'canary.schema.json'],
  ['https://ops.example/api/schemas/canary.schema.json', 'canary.schema.json'],
  ['https://elsewhere.example/api/schemas/canary.schema.json', undefined],
  ['//elsewhere.example/schemas/canary.schema.json', undefined],
  ['/api/schemas/../people', undefined],
  ['/api/schemas/a/b', undefined],
  ['/api/db/people', undefined],
  ['http://[', undefined],
])('of %s the schema %s is asked for', (address, file) => {
  expect(schemaFileOf(address, 'https://ops.example')).toBe(file);
});
