let asked: Promise<boolean> | undefined;

/**
 * Asks the browser once per page to keep this origin's storage; true when it will. Called after an install or the first
 * unsent change, because browsers grant it more readily then.
 */
export function requestPersistence(): Promise<boolean> {
  asked ??= ask();
  return asked;
}

async function ask(): Promise<boolean> {
  // Missing on insecure origins and in some WebViews.
  if (typeof navigator.storage?.persist !== 'function') return false;
  try {
    return await navigator.storage.persist();
  } catch {
    // Private windows may refuse by throwing; the answer is the same.
    return false;
  }
}
