import * as v from 'valibot';
import { requestJson, type HttpAnswer } from '#src/platform/http.ts';
import { useAnswer } from '#src/platform/replica/use-answer.ts';

const aboutSchema = v.object({ Version: v.pipe(v.string(), v.nonEmpty()) });

/** The server's version from its about call, or null when it did not say. */
export function versionFrom(answer: HttpAnswer): string | null {
  if (answer.kind === 'unreachable' || answer.status !== 200) return null;
  const parsed = v.safeParse(aboutSchema, answer.body);
  return parsed.success ? parsed.output.Version : null;
}

let known: string | null = null;

/** Asked when `isAsked` becomes true and until an answer came; the menu opens without waiting for it. */
export function useBackendVersion(isAsked: boolean): string | null {
  const answer = useAnswer(isAsked ? askVersion : keptVersion);
  return answer.state === 'known' ? answer.value : known;
}

async function askVersion(): Promise<string | null> {
  known ??= versionFrom(await requestJson('/api/canary/about'));
  return known;
}

async function keptVersion(): Promise<string | null> {
  return known;
}
