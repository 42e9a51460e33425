import { ChevronRight, Info } from 'lucide-react';
import type { ReactElement } from 'react';
import type { TicketAnswer, TicketClient } from '#sync/protocol/ticketing.ts';
import type { ResponderView } from '#sync/read/responders.ts';
import { cx } from '#src/ui/class-names.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { Spinner } from '#src/ui/marks/spinner.tsx';
import { Tabs } from '#src/ui/layout/tabs.tsx';
import { NeedsConnection } from './needs-connection.tsx';
import { PickOne, type Directory } from '#src/views/form/pick-one.tsx';
import { responderTypeLabels } from './responder-labels.ts';
import type { AddFlow } from './use-add-flow.ts';

/** Team or person. */
export function SelectStep({
  flow,
  directory: { people, teams },
  responders,
}: {
  flow: AddFlow;
  directory: Directory;
  responders: readonly ResponderView[];
}): ReactElement {
  // A person is there or not; a team may be asked several times, each time with a ticket of its own.
  const taken = new Map(
    responders.filter(({ kind }) => kind === 'person').map(({ who }) => [who.id, 'Responds already']),
  );
  return (
    <Tabs
      items={[
        {
          id: 'team',
          label: 'Team',
          content: <PickOne label="Team" live={teams} value={flow.teamId} onChange={flow.chooseTeam} />,
        },
        {
          id: 'person',
          label: 'Person',
          content: (
            <PickOne
              disabledReasons={taken}
              label="Person"
              live={people}
              value={flow.personId}
              onChange={flow.choosePerson}
            />
          ),
        },
      ]}
      label="Select Responder"
      value={flow.kind}
      onChange={(id) => flow.chooseKind(id === 'person' ? 'person' : 'team')}
    />
  );
}

/** Six rows of the list and half of the next, so that one sees that there is more (spec 2.7). */
const SCROLLS_ABOVE = 6;

interface TypeStepProps {
  answer: TicketAnswer | undefined;
  flow: AddFlow;
  onRetry: () => void;
}

/** The ways in which the team is reached; its settings are asked of the server and never kept. */
export function TypeStep({ answer, flow, onRetry }: TypeStepProps): ReactElement {
  if (answer === undefined) return <Spinner label="Asking the server for the team's responder types" />;
  if (answer.kind !== 'clients') {
    return (
      <NeedsConnection onRetry={onRetry}>
        how a team is reached is not kept on this device.
        {answer.kind === 'unanswered' && ` ${answer.reason}`}
      </NeedsConnection>
    );
  }
  if (answer.clients.length === 0) {
    return (
      <p className="flex items-center gap-2 text-table text-muted">
        <Icon icon={Info} />
        There were no responders configured for this team
      </p>
    );
  }
  return <TypeList clients={answer.clients} flow={flow} />;
}

function TypeList({ clients, flow }: { clients: readonly TicketClient[]; flow: AddFlow }): ReactElement {
  return (
    <ul
      aria-label="Responder Type"
      className={cx(
        'flex flex-col divide-y divide-line',
        // Six and a half of the rows below, each with its hairline.
        clients.length > SCROLLS_ABOVE &&
          'max-h-[16.75rem] overflow-y-auto border-b border-line pointer-coarse:max-h-[18.375rem]',
      )}
    >
      {clients.map(({ type }) => (
        <li key={type}>
          <button
            aria-current={type === flow.type ? 'true' : undefined}
            className="flex min-h-10 w-full items-center gap-2 rounded-control px-2 text-start text-table outline-offset-[-2px] hover:bg-hover pointer-coarse:min-h-11"
            type="button"
            onClick={() => flow.chooseType(type)}
          >
            <span className="min-w-0 flex-1">{responderTypeLabels[type]}</span>
            <Icon className="text-muted" icon={ChevronRight} />
          </button>
        </li>
      ))}
    </ul>
  );
}
