import { ClipboardList, Plus } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { HypothesisNode, IncidentDetail } from '#sync/read/types.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { useIncidentScreen } from '../incident-context.tsx';
import { HypothesisStatus } from '../incident-marks.tsx';
import { changesOf, changeState, changeWords } from '../marks.ts';
import { HypothesisStatusSelect } from '../tree/hypothesis-status.tsx';
import { titleText } from '../tree/subtree.ts';
import { OpenDoneItems } from './open-done-items.tsx';
import { planCount, planOf, type PlanGroup } from './plan.ts';
import { PlanResponders } from './plan-responders.tsx';

interface ActionPlanProps {
  incident: IncidentDetail;
  /** Shows a hypothesis in its place in the tree. */
  onJump: (hypothesisId: string) => void;
  /** Begins a solution under a factor. */
  onAddSolution: (factorId: string) => void;
}

/** What is left to do, by whom: solutions under their factors, open items of the definition of done, responders. */
export function ActionPlan({ incident, onJump, onAddSolution }: ActionPlanProps): ReactElement {
  const plan = planOf(incident.tree);
  return (
    <div className="flex flex-col gap-7 pt-1">
      <PlanSection aside={planCount(plan)} title="Solutions by factor">
        {plan.groups.length === 0 && plan.ruledOut.length === 0 ? (
          <EmptyState icon={ClipboardList} title="No factors yet">
            Factors and their solutions are added to the hypotheses under Comments.
          </EmptyState>
        ) : (
          <ul aria-label="Solutions by factor" className="flex flex-col divide-y divide-line">
            <Records
              idOf={({ factor }) => factor.id}
              nameOf={({ factor }) => titleText(factor.title)}
              of={plan.groups}
            >
              {(group) => <FactorItem group={group} onAddSolution={onAddSolution} onJump={onJump} />}
            </Records>
          </ul>
        )}
        {plan.ruledOut.length > 0 && (
          <p className="pt-2 text-table text-muted">
            Ruled out: {plan.ruledOut.map(({ title }) => titleText(title)).join(', ')}
          </p>
        )}
      </PlanSection>
      <PlanSection title="Still open in the definition of done">
        <OpenDoneItems incidentId={incident.id} onJump={onJump} />
      </PlanSection>
      <PlanSection title="Who responds">
        <PlanResponders incident={incident} />
      </PlanSection>
    </div>
  );
}

function PlanSection({
  title,
  aside = null,
  children,
}: {
  title: string;
  aside?: string | null;
  children: ReactNode;
}): ReactElement {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="flex flex-wrap items-baseline gap-x-3 pb-1">
        <h3 className="text-body font-semibold">{title}</h3>
        {aside !== null && <span className="tabular text-table text-muted">{aside}</span>}
      </div>
      {children}
    </section>
  );
}

interface FactorItemProps {
  group: PlanGroup;
  onJump: (hypothesisId: string) => void;
  onAddSolution: (factorId: string) => void;
}

function FactorItem({ group: { factor, solutions }, onJump, onAddSolution }: FactorItemProps): ReactElement {
  const { editReason } = useIncidentScreen();
  const canAdd = editReason === undefined && factor.type === 'factor';
  return (
    <li className="flex flex-col gap-1 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <JumpButton node={factor} onJump={onJump} />
        <HypothesisStatus status={factor.status} />
      </div>
      {solutions.length > 0 && (
        <ul aria-label={`Solutions for ${titleText(factor.title)}`} className="flex flex-col ps-4">
          <Records idOf={({ id }) => id} nameOf={({ title }) => titleText(title)} of={solutions}>
            {(solution) => <SolutionItem solution={solution} onJump={onJump} />}
          </Records>
        </ul>
      )}
      <div className="flex items-center gap-2 ps-4 text-table text-muted">
        {solutions.length === 0 && <span>No solution yet</span>}
        {canAdd && (
          <Button
            aria-label={`Add solution to ${titleText(factor.title)}`}
            className="-ms-2.5 text-muted"
            icon={Plus}
            size="small"
            variant="ghost"
            onPress={() => onAddSolution(factor.id)}
          >
            Add solution
          </Button>
        )}
      </div>
    </li>
  );
}

function SolutionItem({
  solution,
  onJump,
}: {
  solution: HypothesisNode;
  onJump: (hypothesisId: string) => void;
}): ReactElement {
  const { commands, editReason } = useIncidentScreen();
  const changes = changesOf(solution);
  const state = changeState(changes);
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1">
      <JumpButton node={solution} onJump={onJump} />
      {state !== undefined && <SyncMark isCompact state={state} text={changeWords(changes) ?? undefined} />}
      {editReason === undefined ? (
        <HypothesisStatusSelect
          hypothesisTitle={titleText(solution.title)}
          status={solution.status}
          onSave={(status) => commands.setStatus(solution.id, status)}
        />
      ) : (
        <HypothesisStatus status={solution.status} />
      )}
    </li>
  );
}

function JumpButton({
  node,
  onJump,
}: {
  node: HypothesisNode;
  onJump: (hypothesisId: string) => void;
}): ReactElement {
  return (
    <button
      className="-ms-1.5 min-h-target min-w-0 flex-1 basis-48 rounded-control px-1.5 py-1 text-start text-body wrap-any hover:bg-hover"
      title="Show under Comments"
      type="button"
      onClick={() => onJump(node.id)}
    >
      {titleText(node.title)}
    </button>
  );
}
