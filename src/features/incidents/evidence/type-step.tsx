import type { ReactElement } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Icon } from '#src/ui/marks/icon.tsx';
import { TYPE_WORDS, WIZARD_TYPES, wizardTypeOf, type WizardType } from './wizard-types.ts';

/** What kind of thing speaks for the hypothesis. */
export function TypeStep({ onChoose }: { onChoose: (type: WizardType) => void }): ReactElement {
  return (
    <div className="flex flex-col gap-3">
      <ListBox
        aria-label="Evidence type"
        className="grid gap-1.5 outline-none min-[560px]:grid-cols-2"
        layout="grid"
        onAction={(key) => {
          const type = wizardTypeOf(String(key));
          if (type !== undefined) onChoose(type);
        }}
      >
        {WIZARD_TYPES.map((type) => {
          const { label, help, icon } = TYPE_WORDS[type];
          return (
            <ListBoxItem
              className="flex min-h-control cursor-default items-start gap-2.5 rounded-control border border-line px-3 py-2 text-table outline-none data-focused:border-line-control data-focused:bg-hover data-focus-visible:outline-2 data-focus-visible:outline-focus data-pressed:bg-pressed"
              id={type}
              key={type}
              textValue={label}
            >
              <Icon className="mt-0.5 text-muted" icon={icon} />
              <span className="min-w-0">
                <span className="block font-medium">{label}</span>
                <span className="block text-muted">{help}</span>
              </span>
            </ListBoxItem>
          );
        })}
      </ListBox>
      <p className="text-table text-muted">Log lines are attached from the screen that shows them.</p>
    </div>
  );
}
