import { useMemo, useState } from 'react';
import * as v from 'valibot';
import type { Part } from '#sync/protocol/claim.ts';
import type { ScraperRef } from '#sync/read/scrapers.ts';
import { scrapersRead } from '#sync/read/scrapers.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useDocument, type DocumentRead } from '#src/platform/replica/use-document.ts';
import { absentPart } from '#src/views/body-part.ts';

/** What is known of one scraper: its row of this device, and its definition as the server has it. */
export interface ScraperRead {
  readonly scraper: ScraperRef;
  /** Null for one that is there. */
  readonly deletedAt: string | null;
  readonly definition: DocumentRead;
  readonly again: () => void;
}

const maybeText = v.fallback(v.nullish(v.string(), null), null);
const bodySchema = v.object({
  id: v.string(),
  name: v.string(),
  description: maybeText,
  source: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  deleted_at: maybeText,
});

/** The facts that came with a definition; who and which agent only the row of this device knows. */
function readFacts(
  body: unknown,
): { readonly scraper: ScraperRef; readonly deletedAt: string | null } | undefined {
  const read = v.safeParse(bodySchema, body);
  if (!read.success) return undefined;
  const { created_at: createdAt, updated_at: updatedAt, deleted_at: deletedAt, ...facts } = read.output;
  return {
    scraper: { ...facts, createdAt, updatedAt, namespace: null, agent: null, author: null },
    deletedAt,
  };
}

/** One scraper by id; a deleted one has left this device, and the server still knows it. */
export function useScraper(id: string): Part<ScraperRead> {
  const [turn, setTurn] = useState(0);
  const model = useReadModel();
  const live = useLive(() => model.late(scrapersRead), [model]);
  const definition = useDocument('scraper', id, true, turn);
  const row = live.value?.data.find((each) => each.id === id);
  const body = definition.value?.body;
  const facts = useMemo(() => readFacts(body), [body]);
  const scraper = row ?? facts?.scraper;
  const value = useMemo(
    () =>
      scraper && {
        scraper,
        deletedAt: facts?.deletedAt ?? null,
        definition,
        again: () => setTurn((before) => before + 1),
      },
    [scraper, facts, definition],
  );
  if (value !== undefined) {
    const isHere = row !== undefined;
    const { asOf = null, reason = null } = definition.value?.claim ?? {};
    return {
      is: 'found',
      value,
      claim: {
        state: 'complete',
        basis: isHere ? 'device' : 'kept',
        asOf: isHere ? (live.value?.asOf ?? null) : asOf,
        lacks: [],
        reason,
      },
    };
  }
  const absent = absentPart(definition);
  return absent.is !== 'failed' && live.status === 'loading' ? { is: 'loading' } : absent;
}
