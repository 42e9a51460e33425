import { expose } from 'comlink';
import { measurePacked } from './packed.ts';

const packedWorker = { measure: measurePacked };
/** The worker as the page sees it. */
export type PackedWorker = typeof packedWorker;

expose(packedWorker);
