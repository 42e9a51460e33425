/** What came back. HTML where JSON was asked for is a captive portal or a proxy page: treated as not reached. */
export type HttpAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** Sign-in and session calls answer fast or not at all; people wait in front of them. */
export const REQUEST_TIMEOUT_MS = 15_000;

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | undefined;
  readonly body?: unknown;
  readonly timeoutMs?: number | undefined;
}

export type RequestJson = (path: string, options?: RequestOptions) => Promise<HttpAnswer>;

/** The page's own few calls (identity, about, config). Data goes through the sync worker, never through here. */
export const requestJson: RequestJson = async (path, options = {}) => {
  const { method = 'GET', body, timeoutMs = REQUEST_TIMEOUT_MS } = options;
  try {
    const response = await fetch(path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return await readAnswer(response);
  } catch (error) {
    return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) };
  }
};

async function readAnswer(response: Response): Promise<HttpAnswer> {
  const text = await response.text();
  if (text === '') return { kind: 'answer', status: response.status, body: null };
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.includes('json')) {
    if (response.ok || type.includes('html')) {
      return { kind: 'unreachable', reason: `HTTP ${response.status} with ${type || 'no content type'}` };
    }
    return { kind: 'answer', status: response.status, body: { message: text.slice(0, 500) } };
  }
  return { kind: 'answer', status: response.status, body: JSON.parse(text) as unknown }; // narrowed by schemas later
}
