import { useMemo, type ReactElement } from 'react';
import { bearsSecret } from '#sync/protocol/secrets/keys.ts';
import { DocumentCode } from '#src/code/document-code.tsx';
import { linesInWords } from '#src/code/line-selection.ts';
import { useAttachEvidence } from '#src/platform/actions/attach-evidence.tsx';
import { Button } from '#src/ui/button.tsx';
import { BodyView } from '#src/views/body-view.tsx';
import type { DetailPartProps } from '#src/views/detail/detail-spec.ts';
import { isRow } from '#src/views/row-text.ts';
import { useItemAddress } from './item-address.ts';
import { itemName, type Item } from './item-row.ts';
import { lineIndexes, readLines, writeLines } from './selected-lines.ts';
import type { ItemRead } from './use-item.ts';

/** Lines that evidence holds at most. */
const MAX_LINES = 2000;

/** What was scraped, as code. */
export function ConfigTab({ value: { item, content } }: DetailPartProps<ItemRead>): ReactElement {
  return (
    <BodyView isToRead read={content} what={`The content of ${itemName(item)}`}>
      {(body) => <Content body={body} isWhole={content.value?.remains === undefined} item={item} />}
    </BodyView>
  );
}

interface ContentProps {
  body: unknown;
  /** Nothing of it was left out. */
  isWhole: boolean;
  item: Item;
}

function Content({ body, isWhole, item }: ContentProps): ReactElement {
  const { content, onContent } = useItemAddress();
  const config: unknown = isRow(body) ? body['config'] : undefined;
  const lines = useMemo(() => readLines(content.selected), [content.selected]);
  if (config === undefined || config === null || config === '')
    return <p className="text-table text-muted">This item has no content.</p>;
  return (
    <DocumentCode
      document={config}
      format={content.format ?? 'json'}
      label="Config"
      selectedLines={lines}
      // Lines of one are other lines of the other.
      onFormat={(format) =>
        onContent({ format: format === 'yaml' ? format : undefined, selected: undefined })
      }
      onSelectLines={(next) => onContent({ ...content, selected: writeLines(next) })}
    >
      {(text, isYaml) =>
        lines.length > 0 && (
          <>
            <output className="text-table text-muted">{linesInWords(lines)}</output>
            <LinkLines
              isYaml={isYaml}
              isOpen={isWhole && !bearsSecret(item.type, body)}
              item={item}
              selected={lines}
              text={text}
            />
          </>
        )
      }
    </DocumentCode>
  );
}

interface LinkLinesProps {
  /** It holds no secret. */
  isOpen: boolean;
  item: Item;
  text: string;
  isYaml: boolean;
  selected: ReturnType<typeof readLines>;
}

/** Freezes the marked lines with the incident. */
function LinkLines({ isOpen, item, text, isYaml, selected }: LinkLinesProps): ReactElement | null {
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
    <Button disabledReason={notLinked(isOpen, isYaml)} size="small" onPress={link}>
      Link to incident
    </Button>
  );
}

function notLinked(isOpen: boolean, isYaml: boolean): string | undefined {
  if (!isOpen) return 'It holds a secret, and evidence is copied to every device that has the incident';
  return isYaml ? 'Only lines of the JSON can be attached. Choose that format first.' : undefined;
}
