/** A file of the server, or why there is none. `ended`: the connection was closed before an answer, or there is no network. */
export type FileAnswer =
  | { readonly kind: 'file'; readonly blob: Blob }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string | null }
  | { readonly kind: 'ended' };

/** A file is made while it is sent: it may take long. */
const FILE_TIMEOUT_MS = 300_000;

/** Asks for a file. What is no file of the wanted type is an answer of somebody else, or says why there is none. */
export async function requestFile(path: string, type: string): Promise<FileAnswer> {
  try {
    const response = await fetch(path, {
      headers: { Accept: type },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(FILE_TIMEOUT_MS),
    });
    const isFile =
      response.ok && !response.redirected && (response.headers.get('Content-Type') ?? '').includes(type);
    if (isFile) return { kind: 'file', blob: await response.blob() };
    return { kind: 'refused', status: response.status, message: messageOf(await response.text()) };
  } catch {
    // The reason is the browser's own words, the same for a closed connection and for no network.
    return { kind: 'ended' };
  }
}

const MAX_MESSAGE = 500;

function messageOf(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text);
    const said = ['message', 'error'].map((name): unknown =>
      typeof body === 'object' && body !== null ? Reflect.get(body, name) : null,
    );
    const message = said.find((each) => typeof each === 'string' && each !== '');
    return typeof message === 'string' ? message.slice(0, MAX_MESSAGE) : null;
  } catch {
    return null;
  }
}
