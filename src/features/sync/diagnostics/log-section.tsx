import { useCallback, useState, type ReactElement } from 'react';
import type { LogLine } from '#workers/contracts/diagnostics.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { KEY_SCROLLABLE } from '#src/ui/layout/key-scrollable.ts';
import { Select } from '#src/ui/forms/select.tsx';
import { CopyTextButton } from '#src/ui/text/copy-text-button.tsx';
import { Loaded } from '../loaded.tsx';
import { usePolled } from '../use-polled.ts';

const EVERY_MS = 5000;
/** Lines drawn; all of them are copied. */
const SHOWN = 200;

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
type Level = (typeof LEVELS)[number];
const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  debug: 'Everything',
  info: 'Events and worse',
  warn: 'Warnings and errors',
  error: 'Errors only',
};

const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

export function logText(line: LogLine): string {
  const fields = Object.entries(line.fields).map(([name, value]) => `${name}=${value}`);
  return [new Date(line.at).toISOString(), line.level, line.code, ...fields].join(' ');
}

/** Newest first: what the worker of this tab noted. Ids and codes only. */
export function LogSection(): ReactElement {
  const sync = useSync();
  const ask = useCallback(() => sync.log(), [sync]);
  const log = usePolled(ask, EVERY_MS);
  const [level, setLevel] = useState<Level>('info');
  const lines = (log.value ?? []).filter((line) => LEVELS.indexOf(line.level) >= LEVELS.indexOf(level));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Select
          className="w-48"
          isLabelHidden
          label="Level"
          options={LEVELS.map((id) => ({ id, label: LEVEL_WORDS[id] }))}
          size="small"
          value={level}
          onChange={(id) => setLevel(LEVELS.find((known) => known === id) ?? 'info')}
        />
        <CopyTextButton label="Copy log" text={lines.map(logText).join('\n')} />
      </div>
      <Loaded live={log}>
        {lines.length === 0 ? (
          <p className="text-table text-muted">Nothing noted at this level.</p>
        ) : (
          <LogLines lines={lines.toReversed().slice(0, SHOWN)} />
        )}
        <p className="text-caption text-muted">
          {lines.length > SHOWN && `The newest ${SHOWN} of ${lines.length}. `}
          Of this tab only; it holds ids and codes, no contents.
        </p>
      </Loaded>
    </div>
  );
}

function LogLines({ lines }: { lines: readonly LogLine[] }): ReactElement {
  return (
    <section
      aria-label="Log"
      className="max-h-72 overflow-auto rounded-control border border-line bg-page p-2"
      {...KEY_SCROLLABLE}
    >
      <ol className="flex flex-col gap-0.5 font-mono text-caption">
        {lines.map((line, at) => (
          <li className="wrap-any" key={`${line.at} ${line.code} ${at}`}>
            <span className="text-muted">{CLOCK.format(line.at)}</span>{' '}
            <span className={line.level === 'error' ? 'text-danger' : ''}>{line.level}</span> {line.code}{' '}
            <span className="text-muted">
              {Object.entries(line.fields)
                .map(([name, value]) => `${name}=${value}`)
                .join(' ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
