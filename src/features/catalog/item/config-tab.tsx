import { useMemo, type ReactElement } from 'react';
import { bearsSecret } from '#sync/protocol/document.ts';
import { CodeView } from '#src/code/code-view.tsx';
import { linesInWords } from '#src/code/line-selection.ts';
import { useAttachEvidence } from '#src/platform/attach-evidence.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyTextButton } from '#src/ui/copy-text-button.tsx';
import { late } from '#src/ui/late.tsx';
import { ToolbarSelect } from '#src/ui/toolbar-select.tsx';
import { BodyView } from '#src/views/body-view.tsx';
import type { DetailPartProps } from '#src/views/detail/detail-spec.ts';
import { isRow } from '#src/views/row-text.ts';
import { useItemAddress } from './item-address.ts';
import { itemName, type Item } from './item-row.ts';
import { lineIndexes, readLines, writeLines } from './selected-lines.ts';
import type { ItemRead } from './use-item.ts';
import type { YamlCodeProps } from './yaml-code.tsx';

/** The writer of YAML comes when somebody wants it. */
const YamlCode = late<YamlCodeProps>(async () => (await import('./yaml-code.tsx')).YamlCode);

/** Lines that evidence holds at most. */
const MAX_LINES = 2000;

/** What was scraped, as code. */
export function ConfigTab({ value: { item, content } }: DetailPartProps<ItemRead>): ReactElement {
  return (
    <BodyView read={content} what={`The content of ${itemName(item)}`}>
      {(body) => <Content body={body} item={item} />}
    </BodyView>
  );
}

function Content({ body, item }: { body: unknown; item: Item }): ReactElement {
  const { content, onContent } = useItemAddress();
  const config: unknown = isRow(body) ? body['config'] : undefined;
  const isEmpty = config === undefined || config === null || config === '';
  const isText = typeof config === 'string';
  const text = useMemo(
    () => (typeof config === 'string' ? config : isEmpty ? '' : JSON.stringify(config, null, 2)),
    [config, isEmpty],
  );
  const lines = useMemo(() => readLines(content.selected), [content.selected]);
  if (isEmpty) return <p className="text-table text-muted">This item has no content.</p>;
  const isYaml = !isText && content.format === 'yaml';
  const code = {
    label: 'Config',
    selectedLines: lines,
    onSelectLines: (next: typeof lines) => onContent({ ...content, selected: writeLines(next) }),
  };
  return (
    <div className="flex min-h-0 flex-col gap-2.5">
      <div className="flex min-h-target flex-wrap items-center gap-2">
        {!isText && (
          <ToolbarSelect
            label="Format:"
            options={[
              { id: 'json', label: 'JSON' },
              { id: 'yaml', label: 'YAML' },
            ]}
            value={isYaml ? 'yaml' : 'json'}
            // Lines of one are other lines of the other.
            onChange={(id) => onContent({ format: id === 'yaml' ? 'yaml' : undefined, selected: undefined })}
          />
        )}
        {!isYaml && <CopyTextButton label="Copy" text={text} />}
        {lines.length > 0 && (
          <>
            <output className="text-table text-muted">{linesInWords(lines)}</output>
            <LinkLines body={body} isYaml={isYaml} item={item} selected={lines} text={text} />
          </>
        )}
      </div>
      <section
        aria-label="Config content"
        className="flex h-[max(20rem,calc(100dvh-18rem))] min-h-0 flex-col overflow-hidden rounded-control border border-line bg-panel text-table"
      >
        {isYaml ? (
          <YamlCode {...code} config={config} />
        ) : (
          <CodeView {...code} language={isText ? 'yaml' : 'json'} value={text} />
        )}
      </section>
    </div>
  );
}

interface LinkLinesProps {
  body: unknown;
  item: Item;
  text: string;
  isYaml: boolean;
  selected: ReturnType<typeof readLines>;
}

/** Freezes the marked lines with the incident. */
function LinkLines({ body, item, text, isYaml, selected }: LinkLinesProps): ReactElement | null {
  const attach = useAttachEvidence();
  if (attach === null) return null;
  const link = (): void => {
    const lines = text.split('\n', MAX_LINES);
    attach({
      kind: 'config',
      configId: item.id,
      name: itemName(item),
      configType: item.type,
      lines,
      selected: lineIndexes(selected, lines.length),
    });
  };
  return (
    <Button disabledReason={notLinked(body, item, isYaml)} size="small" onPress={link}>
      Link to incident
    </Button>
  );
}

function notLinked(body: unknown, item: Item, isYaml: boolean): string | undefined {
  if (bearsSecret(item.type, body))
    return 'It holds a secret: evidence is kept on every device that has the incident';
  return isYaml ? 'Evidence holds lines of the JSON: choose that format first' : undefined;
}
