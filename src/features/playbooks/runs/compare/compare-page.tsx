import { ArrowLeftRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { Button } from '#src/ui/button.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { lastListHref } from '#src/views/list/list-href.ts';
import { usePersonName } from '#src/views/person-name.ts';
import { useRun, type RunRead } from '../detail/use-run.ts';
import { runSearch } from '../list/run-search.ts';
import { ChooseRun } from './choose-run.tsx';
import { factPairs, parameterPairs, stepFacts, stepPairs } from './compare-runs.ts';
import { OutputsCompared } from './outputs-compared.tsx';
import { Pairs } from './pairs-table.tsx';
import type { RunCompareSearch } from './run-compare-search.ts';
import { RunSide } from './run-side.tsx';

interface ComparePageProps {
  search: RunCompareSearch;
  onChange: (search: RunCompareSearch) => void;
}

const TITLE = 'Two runs compared';

/** `/playbooks/runs/compare`: what is different between two runs of a playbook. */
export function RunComparePage({ search, onChange }: ComparePageProps): ReactElement {
  const { a, b } = search;
  usePageFrame({
    title: TITLE,
    crumbs: [{ label: 'Playbook runs', href: lastListHref(runSearch.path) }, { label: TITLE }],
  });
  const areBoth = a !== undefined && b !== undefined;
  return (
    <div className="flex min-h-full flex-col">
      <PageHeader
        actions={
          areBoth && (
            <Button icon={ArrowLeftRight} onPress={() => onChange({ ...search, a: b, b: a })}>
              Swap sides
            </Button>
          )
        }
        title={TITLE}
      />
      <div className="flex flex-col gap-5 px-page pb-6">
        {areBoth ? (
          <Compared a={a} b={b} key={`${a} ${b}`} search={search} onChange={onChange} />
        ) : (
          <ChooseRun other={a ?? b} search={search} side={a === undefined ? 'a' : 'b'} />
        )}
      </div>
    </div>
  );
}

interface ComparedProps extends ComparePageProps {
  a: string;
  b: string;
}

function Compared({ a, b, search, onChange }: ComparedProps): ReactElement {
  const [one, other] = [useRun(a), useRun(b)];
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 min-[700px]:grid-cols-2">
        <RunSide id={a} part={one} search={search} side="a" />
        <RunSide id={b} part={other} search={search} side="b" />
      </div>
      {a === b && (
        <p className="text-table text-muted">Both sides show the same run. Choose another on one side.</p>
      )}
      <LoadingRegion
        isLoading={one.is === 'loading' || other.is === 'loading'}
        label="Loading the runs"
        skeleton={<SkeletonRows count={6} />}
      >
        {one.is === 'found' && other.is === 'found' && (
          <Differences one={one.value} other={other.value} search={search} onChange={onChange} />
        )}
      </LoadingRegion>
    </>
  );
}

interface DifferencesProps extends ComparePageProps {
  one: RunRead;
  other: RunRead;
}

function Differences({ one, other, search, onChange }: DifferencesProps): ReactElement {
  const personName = usePersonName();
  const pairs = stepPairs(one.steps, other.steps);
  const parameters = parameterPairs(one, other);
  const lacking = [one, other].filter(({ areStepsKnown }) => !areStepsKnown).length;
  return (
    <>
      <Pairs pairs={factPairs(one, other, (id) => personName(id) ?? null)} title="Facts" />
      {parameters === null ? (
        <Missing title="Parameters">
          The parameters of{' '}
          {one.parameters === undefined && other.parameters === undefined ? 'both runs' : 'one of the runs'}{' '}
          were not read on this device: they are not compared.
        </Missing>
      ) : (
        <Pairs none="Neither run has parameters." pairs={parameters} title="Parameters" />
      )}
      <Pairs
        none={lacking > 0 ? null : 'Neither run has begun a step.'}
        pairs={stepFacts(pairs)}
        title="Steps"
      />
      {lacking > 0 && (
        <p className="text-table text-muted">
          Some steps of {lacking === 2 ? 'both runs' : 'one of the runs'} may not be on this device.
        </p>
      )}
      <OutputsCompared
        chosen={search.step}
        pairs={pairs}
        onChoose={(step) => onChange({ ...search, step })}
      />
    </>
  );
}

function Missing({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h2 className="text-section font-semibold">{title}</h2>
      <p className="text-table text-muted">{children}</p>
    </section>
  );
}
