/** What `decide` threw, carried past the storage layer's own error handling. */
class DecideFailure {
  readonly thrown: unknown;
  constructor(thrown: unknown) {
    this.thrown = thrown;
  }
}

/**
 * Runs a transaction with a guarded `decide`: what `decide` itself throws aborts the transaction and reaches the
 * caller unchanged, so that it is not taken for a failure of the storage and tried again.
 */
export async function once<A extends readonly unknown[], R, T>(
  decide: (...args: A) => R,
  run: (guarded: (...args: A) => R) => Promise<T>,
): Promise<T> {
  let failure: DecideFailure | undefined;
  try {
    return await run((...args) => {
      try {
        return decide(...args);
      } catch (thrown) {
        failure = new DecideFailure(thrown);
        throw thrown;
      }
    });
  } catch (thrown) {
    if (failure !== undefined) throw failure.thrown;
    throw thrown;
  }
}
