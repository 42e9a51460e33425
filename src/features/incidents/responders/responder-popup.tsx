import type { ReactElement } from 'react';
import type { TicketAnswer, TicketFacts } from '#sync/protocol/ticketing.ts';
import type { ResponderView } from '#sync/read/responders.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Avatar } from '#src/ui/marks/avatar.tsx';
import { Spinner } from '#src/ui/marks/spinner.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { personName, usePeople } from '../queries.ts';
import { fieldLabel, responderTypeLabels } from './responder-labels.ts';
import { ticketHref } from './ticket-form.ts';
import { useTicketing } from './use-ticketing.ts';

interface ResponderPopupProps {
  id: string;
  responder: ResponderView;
}

/** What is known of a responder. The form of a team's ticket is asked of the server: it is never stored here. */
export function ResponderPopup({ id, responder }: ResponderPopupProps): ReactElement {
  const { who, kind, addedBy, createdAt, externalId } = responder;
  return (
    // The padding belongs to the card, so that the pointer can cross to it.
    <div className="absolute inset-x-0 top-full z-30 pt-1">
      <section
        aria-label={`About ${who.name}`}
        className="flex max-h-96 flex-col gap-2.5 overflow-y-auto rounded-panel bg-overlay p-3 text-table text-fg shadow-overlay"
        id={id}
      >
        <div className="flex items-center gap-2">
          <Avatar isDecorative id={who.id} name={who.name} size="large" />
          <div className="min-w-0">
            <p className="text-body font-medium wrap-any">{who.name}</p>
            <p className="text-muted">{kind === 'team' ? 'Team' : 'Person'}</p>
          </div>
        </div>
        <p className="text-muted">
          Added <Ago at={createdAt} />
          {addedBy !== null && ` by ${addedBy.name}`}
        </p>
        {kind === 'team' && <Ticket externalId={externalId} responderId={responder.id} />}
      </section>
    </div>
  );
}

function Ticket({
  responderId,
  externalId,
}: {
  responderId: string;
  externalId: string | null;
}): ReactElement {
  const { answer } = useTicketing({ kind: 'responder', responderId });
  return (
    <>
      <TicketNumber answer={answer} externalId={externalId} />
      {answer === undefined ? (
        <Spinner label="Asking the server" />
      ) : answer.kind === 'responder' ? (
        <TicketForm facts={answer.facts} />
      ) : (
        <p className="text-muted">
          What was filled in is not kept on this device and needs a connection.
          {answer.kind === 'unanswered' && ` ${answer.reason}`}
        </p>
      )}
    </>
  );
}

function TicketNumber({
  answer,
  externalId,
}: {
  answer: TicketAnswer | undefined;
  externalId: string | null;
}): ReactElement | null {
  const facts = answer?.kind === 'responder' ? answer.facts : undefined;
  const number = facts?.externalId ?? externalId;
  if (number === null) return null;
  const href = ticketHref(facts?.linkUrl ?? null, number);
  return (
    <p>
      <span className="text-muted">External ID </span>
      {href === null ? (
        <span className="font-mono wrap-any">{number}</span>
      ) : (
        <TextLink isExternal className="font-mono wrap-any" href={href}>
          {number}
        </TextLink>
      )}
    </p>
  );
}

function TicketForm({ facts: { type, fields } }: { facts: TicketFacts }): ReactElement {
  const people = usePeople();
  const shown = (name: string, value: string): string =>
    name === 'person' ? personName(value, people.value?.data) : value;
  return (
    <>
      {type !== null && (
        <p>
          <span className="text-muted">Responder Type </span>
          {responderTypeLabels[type]}
        </p>
      )}
      {fields.length > 0 && (
        <dl className="flex flex-col gap-1.5">
          {fields.map(({ name, value }) => (
            <div key={name}>
              <dt className="text-muted">{fieldLabel(name)}</dt>
              <dd className="whitespace-pre-line wrap-any">{shown(name, value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
