import { describeRandomRuns } from './random-runs.ts';

describeRandomRuns(0, 3);
