import type { HttpRequest } from '../ports.ts';
import type { FlagWrite } from '../protocol/flags.ts';
import { REQUEST_TIMEOUT_MS, SLOW_REQUEST_TIMEOUT_MS } from './postgrest.ts';

const TABLE = '/db/properties';
const METHODS = { add: 'POST', update: 'PATCH', remove: 'DELETE' } as const;

function timeout(isConstrained: boolean): number {
  return isConstrained ? SLOW_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS;
}

/** All flags, those of the server's file among them (reference F1). */
export function flagsRequest(isConstrained: boolean): HttpRequest {
  return {
    method: 'GET',
    path: '/properties',
    headers: { accept: 'application/json' },
    timeoutMs: timeout(isConstrained),
  };
}

/** The row of one flag, to see what became of a change of it (reference F2). */
export function flagRequest(name: string, isConstrained: boolean): HttpRequest {
  return {
    method: 'GET',
    path: `${TABLE}?select=name,value,created_by&name=eq.${encodeURIComponent(name)}`,
    headers: { accept: 'application/json' },
    timeoutMs: timeout(isConstrained),
  };
}

/** One change of one flag (reference F3-F5); it meets only the value that the person saw. */
export function flagWriteRequest(write: FlagWrite, userId: string): HttpRequest {
  const seen =
    write.kind === 'add'
      ? ''
      : `?name=eq.${encodeURIComponent(write.name)}&value=eq.${encodeURIComponent(write.seen)}`;
  const body = bodyOf(write, userId);
  return {
    method: METHODS[write.kind],
    path: `${TABLE}${seen}`,
    headers: {
      accept: 'application/json',
      prefer: 'return=representation',
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
    timeoutMs: REQUEST_TIMEOUT_MS,
  };
}

function bodyOf(write: FlagWrite, userId: string): object | null {
  switch (write.kind) {
    case 'add':
      return { name: write.name, value: write.value, created_by: userId };
    case 'update':
      return { value: write.value };
    case 'remove':
      return null;
  }
}
