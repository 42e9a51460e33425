import type { RunSubject } from '#sync/protocol/run-params.ts';
import type { FormValues } from '#src/views/form/form-spec.ts';
import { runtimeForm, type RuntimeForm, type RuntimeParam } from '#src/views/form/runtime-form.ts';

interface RunFormFacts {
  readonly playbookId: string;
  readonly params: readonly RuntimeParam[];
  readonly subject: RunSubject | null;
  /** "Run Restart a deployment on payments-api": what it is called among the prepared actions. */
  readonly title: string;
}

/** The form of a run on one thing, made of the parameters of its playbook. */
export function runForm({ playbookId, params, subject, title }: RunFormFacts): RuntimeForm {
  return runtimeForm('playbook.run', params, {
    title,
    request: (texts, asked) => ({
      kind: 'playbook.run',
      playbookId,
      ...(subject?.kind === 'config' ? { configId: subject.id } : {}),
      ...(subject?.kind === 'component' ? { componentId: subject.id } : {}),
      ...(subject?.kind === 'check' ? { checkId: subject.id } : {}),
      params: texts,
      ...(asked.length === 0 ? {} : { asked: [...asked] }),
    }),
  });
}

/** What a form begins with: the values of an earlier run where it had them, else the defaults. */
export function baseOf(
  form: RuntimeForm,
  params: readonly RuntimeParam[],
  earlier: Readonly<Record<string, string>>,
): FormValues {
  const known = new Map(Object.entries(earlier));
  return form.baseOf(params.map((param) => ({ ...param, initial: known.get(param.name) ?? param.initial })));
}
