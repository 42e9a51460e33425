/**
 * Who only passes through on the way to another record asks the server for nothing. A moment after the first answer of this
 * device: what the worker writes at the same time would hold that up.
 */
export const DWELL_MS = 300;
