import { useMemo, type ReactElement } from 'react';
import { stringify } from 'yaml';
import { DiffView } from '#src/code/code-view.tsx';
import { mediaQueryHook } from '#src/platform/actions/media-query.ts';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { ToolbarSelect } from '#src/ui/filters/toolbar-select.tsx';
import { sorted } from './rewind.ts';
import type { CompareSearch, CompareView } from './compare-search.ts';
import type { SideContent } from './use-side.ts';

/** Two sides have room beside each other. */
const useIsWide = mediaQueryHook('(min-width: 700px)');

interface ContentDiffProps {
  left: SideContent;
  right: SideContent;
  view: CompareView;
  onChange: (part: CompareSearch) => void;
}

/** What is different between two contents, or what of them is missing. */
export function ContentDiff({ left, right, view, onChange }: ContentDiffProps): ReactElement {
  const absent = [left, right].filter((side) => side.is === 'absent');
  const texts = [...new Set(absent.map(({ text }) => text))];
  return (
    <section aria-label="Content" className="flex min-w-0 flex-col gap-2.5">
      <h2 className="text-section font-semibold">Content</h2>
      {texts.map((text) => (
        <InlineBar key={text} tone="info">
          {text}
        </InlineBar>
      ))}
      {texts.length === 0 && (
        <LoadingRegion
          isLoading={left.is === 'loading' || right.is === 'loading'}
          label="Loading the contents"
          skeleton={<SkeletonRows count={8} />}
        >
          {left.is === 'found' && right.is === 'found' && (
            <Difference after={right.config} before={left.config} view={view} onChange={onChange} />
          )}
        </LoadingRegion>
      )}
    </section>
  );
}

interface DifferenceProps extends Pick<ContentDiffProps, 'view' | 'onChange'> {
  before: unknown;
  after: unknown;
}

function Difference({ before, after, view, onChange }: DifferenceProps): ReactElement {
  const isWide = useIsWide();
  const { format } = view;
  // In the order of their keys: what stands elsewhere is no difference of two documents.
  const [left, right] = useMemo(
    () => [textOf(before, format), textOf(after, format)],
    [before, after, format],
  );
  if (left === right) return <p className="text-table text-muted">The contents are equal.</p>;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <ToolbarSelect
          label="Format:"
          options={[
            { id: 'yaml', label: 'YAML' },
            { id: 'json', label: 'JSON' },
          ]}
          value={format}
          onChange={(id) => onChange({ format: id === 'json' ? 'json' : 'yaml' })}
        />
        {isWide && (
          <ToolbarSelect
            label="Diff:"
            options={[
              { id: 'split', label: 'Split' },
              { id: 'unified', label: 'Unified' },
            ]}
            value={view.layout}
            onChange={(id) => onChange({ layout: id === 'unified' ? 'unified' : 'split' })}
          />
        )}
      </div>
      <div className="flex h-[max(20rem,calc(100dvh-16rem))] min-h-0 flex-col overflow-hidden rounded-control border border-line bg-panel text-table">
        <DiffView
          after={right}
          before={left}
          label="Difference"
          language={format}
          layout={isWide ? view.layout : 'unified'}
        />
      </div>
    </>
  );
}

function textOf(config: unknown, format: CompareView['format']): string {
  if (typeof config === 'string') return config;
  return format === 'json'
    ? JSON.stringify(sorted(config), null, 2)
    : stringify(sorted(config), { lineWidth: 0 });
}
