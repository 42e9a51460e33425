import { notFound } from '@tanstack/react-router';
import * as v from 'valibot';

const idSchema = v.pipe(v.string(), v.uuid());

/** For a page of one thing: an id that is none leads to nothing, and no server is asked about it. */
export function needId({ id }: { readonly id: string }): void {
  if (!v.is(idSchema, id)) throw notFound();
}
