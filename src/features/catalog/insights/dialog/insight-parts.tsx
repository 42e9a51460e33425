import type { ReactElement, ReactNode } from 'react';
import { Age } from '#src/ui/marks/age.tsx';
import { JsonText } from '#src/ui/text/json-text.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { Markdown } from '#src/ui/text/markdown.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import type { DetailPartProps } from '#src/views/detail/detail-spec.ts';
import { catalogHref } from '../../catalog-href.ts';
import { FetchedContent, NoContent } from '../../fetched-content.tsx';
import { itemName, readBody, type InsightContent } from '../insight-row.ts';
import { valueTitle } from '../insight-search.ts';
import type { OpenedInsight } from './use-insight.ts';

type Props = DetailPartProps<OpenedInsight>;

interface ContentProps extends Pick<Props, 'value'> {
  what: string;
  children: (content: InsightContent) => ReactNode;
}

/** The bodies of the tabs: what an insight says. */
function Content({ value: { read }, ...rest }: ContentProps): ReactElement {
  return <FetchedContent {...rest} read={read} readBody={readBody} />;
}

export function MessageTab({ value }: Props): ReactElement {
  return (
    <Content value={value} what="The message of this insight">
      {({ message }) =>
        message === null ? <NoContent>It has no message.</NoContent> : <Markdown isDocument text={message} />
      }
    </Content>
  );
}

export function AnalysisTab({ value }: Props): ReactElement {
  return (
    <Content value={value} what="The analysis of this insight">
      {({ analysis }) =>
        analysis === null || analysis === undefined || analysis === '' ? (
          <NoContent>The server kept no analysis of this insight.</NoContent>
        ) : (
          <JsonText isFilling label="Analysis" value={analysis} />
        )
      }
    </Content>
  );
}

/** Every field of an insight that is no document; what is empty is left out. */
export function InsightFacts({ value: { insight } }: Props): ReactElement {
  const { config_id: configId, item, analysis_type: type, severity, status, summary } = insight;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      'Catalog',
      configId !== null && <TextLink href={catalogHref(configId)}>{itemName(insight) || configId}</TextLink>,
    ],
    ['Config type', item?.type],
    ['Type', type !== null && valueTitle(type)],
    ['Analyzer', insight.analyzer],
    ['Severity', severity !== null && severity !== '' && <SeverityBars severity={severity} />],
    ['Status', status !== null && valueTitle(status)],
    ['Source', insight.source],
    ['Summary', summary],
    [
      'First observed',
      insight.first_observed !== null && <Age at={insight.first_observed} label="First observed" />,
    ],
    [
      'Last observed',
      insight.last_observed !== null && <Age at={insight.last_observed} label="Last observed" />,
    ],
  ];
  const items = facts.flatMap(([label, value]) =>
    value === null || value === undefined || value === false || value === ''
      ? []
      : [{ id: label, label, value }],
  );
  return <KeyValueList items={items} />;
}
