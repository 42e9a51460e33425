import type { ReactElement } from 'react';
import { StatusMark } from '#src/ui/marks/status-mark.tsx';
import { jobStatusLook, jobStatusWord } from './job-words.ts';

/** How a run of a job ended, or that it has not. */
export function JobStatus({ status }: { status: string | null }): ReactElement {
  if (status === null || status === '') return <span className="text-muted">–</span>;
  return <StatusMark status={jobStatusLook(status)} word={jobStatusWord(status)} />;
}
