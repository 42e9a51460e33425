import type { ReactElement } from 'react';
import { cx } from '../class-names.ts';
import { KEY_SCROLLABLE } from '../layout/key-scrollable.ts';

interface JsonTextProps {
  label: string;
  /** A text is shown as it is. */
  value: unknown;
  /** It has the room of its place, instead of a box of its own height. */
  isFilling?: boolean;
}

/** A document to be read, under its name. */
export function JsonText({ label, value, isFilling = false }: JsonTextProps): ReactElement {
  return (
    <section
      aria-label={label}
      className={cx(
        'overflow-auto rounded-control border border-line bg-panel px-2.5 py-1.5 font-mono text-caption',
        !isFilling && 'max-h-96',
      )}
      {...KEY_SCROLLABLE}
    >
      <p className="font-sans text-muted">{label}</p>
      <pre className="w-max">{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
    </section>
  );
}
