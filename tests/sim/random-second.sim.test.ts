import { describeRandomRuns } from './random-runs.ts';

describeRandomRuns(1, 3);
