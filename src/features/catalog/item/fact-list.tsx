import { useState, type ReactElement } from 'react';
import { ShowMore } from '#src/ui/show-more.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import type { DetailPartProps } from '#src/views/detail/detail-spec.ts';
import { firstFacts, groupFacts, type Fact } from './fact-groups.ts';
import type { ItemRead } from './use-item.ts';

type Props = DetailPartProps<ItemRead>;

/** Spec 9: "Property lists collapse to 'show more' after 6 items". */
const SHOWN_FACTS = 6;

export function Labels({ value: { item } }: Props): ReactElement {
  if (item.labels.length === 0) return <None>It has no labels.</None>;
  return <FactList facts={item.labels} />;
}

/** They are not pulled: only the server's answer has them. */
export function Properties({ value: { item, detail } }: Props): ReactElement {
  if (item.properties === undefined) {
    if (detail.status === 'loading') return <None>Loading its properties.</None>;
    return <None>{`Its properties are not on this device. ${detail.value?.claim.reason ?? ''}`}</None>;
  }
  if (item.properties.length === 0) return <None>It has no properties.</None>;
  return <FactList facts={item.properties} />;
}

function None({ children }: { children: string }): ReactElement {
  return <p className="text-table text-muted">{children}</p>;
}

function FactList({ facts }: { facts: readonly Fact[] }): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const groups = groupFacts(facts);
  const count = groups.reduce((sum, group) => sum + group.facts.length, 0);
  const shown = isWhole ? groups : firstFacts(groups, SHOWN_FACTS);
  return (
    <div className="flex flex-col items-start gap-2">
      {shown.map(({ prefix, facts: of }) => (
        <section aria-label={prefix === '' ? 'No prefix' : prefix} className="w-full" key={prefix}>
          {prefix !== '' && <h3 className="pt-1 text-caption font-medium wrap-any text-muted">{prefix}</h3>}
          <KeyValueList
            items={of.map(({ name, value, href }, at) => ({
              id: `${at} ${name}`,
              label: name,
              value:
                href === null ? (
                  value
                ) : (
                  <TextLink isExternal href={href}>
                    {value}
                  </TextLink>
                ),
            }))}
          />
        </section>
      ))}
      {count > SHOWN_FACTS && <ShowMore isWhole={isWhole} onChange={setWhole} />}
    </div>
  );
}
