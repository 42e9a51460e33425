import { Equal, EqualNot } from 'lucide-react';
import type { ReactElement } from 'react';
import { cx } from '#src/ui/class-names.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import type { RunPair, StepFact } from './compare-runs.ts';

interface PairsProps {
  title: string;
  pairs: readonly (RunPair & Partial<Pick<StepFact, 'change'>>)[];
  /** In the place of a table without rows; null where nobody can say that there are none. */
  none?: string | null;
}

/** Facts of two runs side by side; what differs is told by a sign and a word. */
export function Pairs({ title, pairs, none = null }: PairsProps): ReactElement {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h2 className="text-section font-semibold">{title}</h2>
      {pairs.length === 0 ? (
        none !== null && <p className="text-table text-muted">{none}</p>
      ) : (
        <table aria-label={title} className="w-full table-fixed border-collapse text-start text-table">
          <thead>
            <tr className="border-b border-line text-caption text-muted">
              <Head className="w-1/5">Name</Head>
              <Head>Left run</Head>
              <Head>Right run</Head>
              <Head className="w-24 min-[700px]:w-32">Difference</Head>
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ name, a, b, isEqual, change }) => (
              <tr className="border-b border-line align-top" key={name}>
                <th className="py-1.5 pe-2 text-start font-normal break-words text-muted" scope="row">
                  {name}
                </th>
                <Value value={a} />
                <Value value={b} />
                <td className="py-1.5">
                  <Mark change={change ?? null} isEqual={isEqual} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Head({ children, className }: { children: string; className?: string }): ReactElement {
  return (
    <th className={cx('py-1.5 pe-3 text-start font-medium', className)} scope="col">
      {children}
    </th>
  );
}

function Value({ value }: { value: string | null }): ReactElement {
  return (
    <td className="py-1.5 pe-2 break-words whitespace-pre-line">
      {value ?? <span className="text-muted">none</span>}
    </td>
  );
}

/** Another length of a step is said, and is by itself no difference in what it did. */
function Mark({ isEqual, change }: { isEqual: boolean; change: string | null }): ReactElement {
  if (isEqual && change !== null) return <span className="text-muted">{change}</span>;
  return (
    <span className={cx('flex flex-wrap items-center gap-x-1.5', isEqual ? 'text-muted' : 'text-warning')}>
      <Icon icon={isEqual ? Equal : EqualNot} size={14} />
      <span className={isEqual ? undefined : 'font-medium text-fg'}>{isEqual ? 'Same' : 'Different'}</span>
      {change !== null && <span className="w-full text-caption text-muted">{change}</span>}
    </span>
  );
}
