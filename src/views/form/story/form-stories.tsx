import { useState, type ReactElement } from 'react';
import { Button } from '#src/ui/button.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { FormDialog } from '../form-dialog.tsx';
import { FormPage } from '../form-page.tsx';
import { runtimeForm } from '../runtime-form.ts';
import { connectionForm } from './connection.form.ts';
import { kindsForm } from './kinds.form.ts';
import { RUN_PARAMS } from './run-params.ts';

const RUN = runtimeForm('story.run', RUN_PARAMS, {
  title: 'Run restart',
  request: (params) => ({ kind: 'playbook.run', playbookId: 'story', params }),
});

async function answer(): Promise<void> {
  toast({ kind: 'success', text: 'Nothing was sent: this is a story' });
}

/** `/ui/form`: two forms on a page and one made at run time in a dialog. None sends anything. */
export function FormStories(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-4 px-page py-6">
      <h1 className="text-title font-semibold tracking-tight">Forms</h1>
      <div>
        <Button onPress={() => setOpen(true)}>Run restart</Button>
      </div>
      <FormPage
        blocker={undefined}
        keepAt={{ lines: '/ui/form#form:connection' }}
        spec={connectionForm}
        verb="Save"
        onDone={() => undefined}
        onSubmit={answer}
      />
      <FormPage
        blocker={undefined}
        keepAt={{ lines: '/ui/form#form:kinds' }}
        spec={kindsForm}
        verb="Keep"
        onDone={() => undefined}
        onSubmit={answer}
      />
      <FormDialog
        blocker={undefined}
        isOpen={isOpen}
        keepAt={{ lines: '/ui/form#form:run' }}
        spec={RUN.spec}
        title="Run restart"
        verb="Run"
        onDone={() => setOpen(false)}
        onOpenChange={setOpen}
        onSubmit={answer}
      />
    </div>
  );
}
