import { Eye } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { IconButton } from '../button.tsx';
import { Chapter, Specimen } from './frame.tsx';
import { Checkbox } from '../forms/checkbox.tsx';
import { Combobox } from '../forms/combobox.tsx';
import { Accordion, Disclosure } from '../layout/disclosure.tsx';
import { MentionTextArea, type MentionPerson } from '../forms/mention-text-area.tsx';
import { SearchField } from '../filters/search-field.tsx';
import { Select, type Option } from '../forms/select.tsx';
import { StatusMark } from '../marks/status-mark.tsx';
import { StepProgress } from '../marks/step-progress.tsx';
import { Switch } from '../forms/switch.tsx';
import { NavTabs, Tabs } from '../layout/tabs.tsx';
import { TextArea } from '../forms/text-area.tsx';
import { TextField } from '../forms/text-field.tsx';

const SEVERITY_OPTIONS: readonly Option[] = [
  { id: 'Low', label: 'Low' },
  { id: 'High', label: 'High', description: 'Users notice' },
  { id: 'Critical', label: 'Critical', disabledReason: 'Needs the commander role' },
];

const PEOPLE: readonly MentionPerson[] = [
  { id: '1', name: 'Mara Lindqvist', description: 'SRE' },
  { id: '2', name: 'Tomasz Wrona', description: 'Payments' },
  { id: '3', name: 'Ife Adeyemi', description: 'SRE' },
];

const READ_ONLY = 'Needs write on incidents';

/** Fields and everything else that is filled in. */
export function FormsChapter(): ReactElement {
  return (
    <Chapter title="Fields">
      <div className="grid min-w-0 gap-x-10 gap-y-6 @min-[900px]:grid-cols-3">
        <TextSpecimens />
        <ChoiceSpecimens />
        <LongTextSpecimens />
      </div>
      <div className="grid min-w-0 gap-x-10 gap-y-6 @min-[900px]:grid-cols-2">
        <TabSpecimens />
        <SectionSpecimens />
      </div>
    </Chapter>
  );
}

function TextSpecimens(): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      <TextField help="Shown to everyone" label="Title" placeholder="What is broken, for whom" />
      <TextField defaultValue="kube system" error="No spaces, please" isRequired label="Namespace" />
      <TextField disabledReason={READ_ONLY} label="Commander" value="Mara Lindqvist" />
      <TextField
        label="Password"
        trailing={<IconButton icon={Eye} label="Show password" size="small" />}
        type="password"
        value="secret"
      />
      <SearchField label="Search incidents" shortcut="/" />
    </div>
  );
}

function ChoiceSpecimens(): ReactElement {
  const [severity, setSeverity] = useState<string | null>('High');
  const [person, setPerson] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-4">
      <Select label="Severity" options={SEVERITY_OPTIONS} value={severity} onChange={setSeverity} />
      <Select
        disabledReason={READ_ONLY}
        label="Type"
        options={SEVERITY_OPTIONS}
        value="Low"
        onChange={setSeverity}
      />
      <Combobox
        label="Commander"
        options={PEOPLE.map(({ id, name, description }) => ({ id, label: name, description }))}
        placeholder="Type a name"
        value={person}
        onChange={setPerson}
      />
      <div className="flex flex-col">
        <Checkbox defaultSelected>Downstream</Checkbox>
        <Checkbox isIndeterminate>All agents</Checkbox>
        <Checkbox help="Also those removed from the cluster">Deleted configs</Checkbox>
        <Checkbox disabledReason={READ_ONLY}>Is verified</Checkbox>
      </div>
      <div className="flex flex-col">
        <Switch defaultSelected>Single-key shortcuts</Switch>
        <Switch help="Off while the battery is low">Keep logs on this device</Switch>
        <Switch disabledReason={READ_ONLY}>Telemetry</Switch>
      </div>
    </div>
  );
}

function LongTextSpecimens(): ReactElement {
  const [text, setText] = useState(
    'The pool ran dry after the rollout. @[Mara Lindqvist](user:1) is looking.',
  );
  return (
    <div className="flex flex-col gap-4">
      <TextArea help="Markdown works" label="Description" placeholder="What do we know?" />
      <MentionTextArea
        label="Comment"
        people={PEOPLE}
        placeholder="Write, @ mentions"
        value={text}
        onChange={setText}
      />
      <Specimen title="Steps">
        <StepProgress
          currentId="search"
          label="Attach evidence"
          steps={[
            { id: 'type', label: 'Evidence type' },
            { id: 'search', label: 'Search' },
            { id: 'select', label: 'Select' },
          ]}
        />
      </Specimen>
    </div>
  );
}

function TabSpecimens(): ReactElement {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <NavTabs
        items={[
          { id: 'config', href: '#config', label: 'Config', isCurrent: true },
          { id: 'changes', href: '#changes', label: 'Changes', count: 41, isCurrent: false },
          { id: 'insights', href: '#insights', label: 'Insights', count: 0, isCurrent: false },
        ]}
        label="Config"
      />
      <Tabs
        items={[
          {
            id: 'history',
            label: 'History',
            count: 12,
            content: <p className="text-muted">Twelve runs today.</p>,
          },
          { id: 'spec', label: 'Spec', content: <p className="text-muted">Read from the cluster.</p> },
        ]}
        label="Check"
      />
    </div>
  );
}

function SectionSpecimens(): ReactElement {
  const [openId, setOpenId] = useState<string | null>('details');
  return (
    <Accordion
      className="rounded-panel border border-line bg-panel px-3"
      openId={openId}
      onOpenChange={setOpenId}
    >
      <Disclosure id="details" title="Details">
        <p className="text-table text-muted">Facts of the incident stand here.</p>
      </Disclosure>
      <Disclosure aside={<StatusMark isWordHidden status="unhealthy" />} id="checks" title="Checks">
        <p className="text-table text-muted">Three checks fail.</p>
      </Disclosure>
      <Disclosure id="changelog" title="Changelog">
        <p className="text-table text-muted">Nothing yet.</p>
      </Disclosure>
    </Accordion>
  );
}
