import { useState, type ReactElement, type ReactNode } from 'react';
import { mediaQueryHook } from '#src/platform/actions/media-query.ts';
import { DiffLines } from '#src/ui/text/diff-lines.tsx';
import { DiffSides } from '#src/ui/text/diff-sides.tsx';
import { JsonText } from '#src/ui/text/json-text.tsx';
import { ToolbarSelect } from '#src/ui/filters/toolbar-select.tsx';
import type { DetailPartProps } from '#src/views/detail/detail-spec.ts';
import { FetchedContent, NoContent } from '../../fetched-content.tsx';
import { readBody, type ChangeContent } from '../change-row.ts';
import type { OpenedChange } from './change-context.ts';

type Props = DetailPartProps<OpenedChange>;

/** Two sides have room beside each other. */
const useIsWide = mediaQueryHook('(min-width: 700px)');

/** The bodies of the tabs: what a change did. */
function Content({
  value: { read },
  children,
}: Pick<Props, 'value'> & { children: (content: ChangeContent) => ReactNode }): ReactElement {
  return (
    <FetchedContent read={read} readBody={readBody} what="What this change did">
      {children}
    </FetchedContent>
  );
}

export function DiffTab({ value }: Props): ReactElement {
  return (
    <Content value={value}>
      {({ diff }) =>
        diff === null ? <NoContent>The server kept no diff of this change.</NoContent> : <Diff diff={diff} />
      }
    </Content>
  );
}

function Diff({ diff }: { diff: string }): ReactElement {
  const isWide = useIsWide();
  const [layout, setLayout] = useState('unified');
  if (!isWide) return <DiffLines diff={diff} label="Diff" />;
  return (
    <div className="flex flex-col gap-2.5">
      <ToolbarSelect
        className="self-start"
        label="Diff:"
        options={[
          { id: 'unified', label: 'Unified' },
          { id: 'split', label: 'Split' },
        ]}
        value={layout}
        onChange={setLayout}
      />
      {layout === 'split' ? <DiffSides diff={diff} label="Diff" /> : <DiffLines diff={diff} label="Diff" />}
    </div>
  );
}

export function PatchesTab({ value }: Props): ReactElement {
  return (
    <Content value={value}>
      {({ patches }) => (
        <Document label="Patches" none="The server kept no patches of this change." value={patches} />
      )}
    </Content>
  );
}

export function DetailsTab({ value }: Props): ReactElement {
  return (
    <Content value={value}>
      {({ details }) => (
        <Document label="Details" none="The server kept no details of this change." value={details} />
      )}
    </Content>
  );
}

function Document({ label, none, value }: { label: string; none: string; value: unknown }): ReactElement {
  if (value === null || value === undefined || value === '') return <NoContent>{none}</NoContent>;
  return <JsonText isFilling label={label} value={value} />;
}
