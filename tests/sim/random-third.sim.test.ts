import { describeRandomRuns } from './random-runs.ts';

describeRandomRuns(2, 3);
