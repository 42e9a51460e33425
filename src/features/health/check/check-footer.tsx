import { Paperclip, Pencil, Play } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { canaryHref } from './check-detail.ts';
import { PlaybooksMenu } from './playbooks-menu.tsx';
import type { RunNow } from './run-now/use-run-now.ts';

interface CheckFooterProps {
  checkId: string;
  name: string;
  canaryId: string | null;
  /** False: neither it nor a playbook about it is offered to be run. */
  isRunnable: boolean;
  runNow: RunNow;
  /** Absent where it must not be offered. */
  attach: (() => void) | undefined;
  attachLabel: string;
}

/** On a phone the words alone have room in one row. */
const WORDS_ALONE = 'max-[430px]:[&>svg]:hidden';

/** What can be done with a check; what a role may not do is not there. */
export function CheckFooter(props: CheckFooterProps): ReactElement {
  const { checkId, name, canaryId, isRunnable, runNow, attach, attachLabel } = props;
  return (
    <>
      {canaryId !== null && (
        <LinkButton
          className={`-ms-3 me-auto ${WORDS_ALONE}`}
          href={canaryHref(canaryId)}
          icon={Pencil}
          variant="ghost"
        >
          Edit
        </LinkButton>
      )}
      {isRunnable && <PlaybooksMenu checkId={checkId} name={name} />}
      {attach && (
        <Button className={WORDS_ALONE} icon={Paperclip} onPress={attach}>
          {attachLabel}
        </Button>
      )}
      {isRunnable && runNow.isOffered && (
        <Button
          className={WORDS_ALONE}
          icon={Play}
          isPending={runNow.isBusy}
          variant="primary"
          {...(runNow.blocker !== undefined &&
            runNow.open?.state === 'prepared' && {
              disabledReason: `${runNow.blocker}; the run is prepared`,
            })}
          onPress={() => void runNow.run()}
        >
          {runNow.blocker === undefined ? 'Run Now' : 'Prepare Run Now'}
        </Button>
      )}
    </>
  );
}
