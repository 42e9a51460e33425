import { useState, type ReactElement, type ReactNode } from 'react';
import type { TopologyProperty } from '#sync/protocol/topology.ts';
import { cx } from '#src/ui/class-names.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { PlainLink } from '#src/ui/text/text-link.tsx';
import { safeHref, shownValue } from './property-value.ts';

interface CardPropertiesProps {
  properties: readonly TopologyProperty[];
  /** More are folded. */
  atMost: number;
}

/** Figures that stand out, each with its name below. */
export function CardFigures({ properties }: Pick<CardPropertiesProps, 'properties'>): ReactElement | null {
  if (properties.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-2">
      {properties.map((property) => (
        // The name stands below the figure and is read before it.
        <div className="flex min-w-0 flex-col-reverse" key={property.name}>
          <dt className="truncate text-caption text-muted">{property.label}</dt>
          <dd className="text-section font-semibold">
            <PropertyValue property={property} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Facts as name and value; those that have no room are one press away. */
export function CardProperties({ properties, atMost }: CardPropertiesProps): ReactElement | null {
  const [isWhole, setWhole] = useState(false);
  if (properties.length === 0) return null;
  const rest = properties.length - atMost;
  return (
    <div className="min-w-0">
      <dl className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] items-center gap-x-3">
        {(isWhole ? properties : properties.slice(0, atMost)).map((property) => (
          <div className="contents" key={property.name}>
            <dt className="truncate text-muted">{property.label}</dt>
            <dd className="min-w-0 truncate text-end">
              <PropertyValue property={property} />
            </dd>
          </div>
        ))}
      </dl>
      {rest > 0 && (
        <button
          className="min-h-target rounded-[3px] text-accent underline underline-offset-2"
          type="button"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : `Show ${rest} more`}
        </button>
      )}
    </div>
  );
}

export function PropertyValue({ property }: { property: TopologyProperty }): ReactElement {
  const shown = shownValue(property);
  const { url, links, name } = property;
  const main = url === null ? null : safeHref(url);
  const text =
    shown.at === null ? (
      <span
        className={cx('tabular', shown.isHigh && 'font-medium text-unhealthy')}
        title={shown.isHigh ? `${shown.text}: over 70 percent` : shown.text}
      >
        {shown.text}
      </span>
    ) : (
      <Age at={shown.at} />
    );
  const others = links.flatMap((link) => {
    const href = safeHref(link.url);
    return href === null ? [] : [{ ...link, href }];
  });
  return (
    <>
      {main === null ? (
        text
      ) : (
        <PropertyLink href={main}>{shown.text === '' ? property.label : text}</PropertyLink>
      )}
      {others.map((link) => (
        <span className="ms-2" key={`${name} ${link.href}`}>
          <PropertyLink href={link.href}>{link.label}</PropertyLink>
        </span>
      ))}
    </>
  );
}

function PropertyLink({ href, children }: { href: string; children: ReactNode }): ReactElement {
  const isOutside = !href.startsWith('/');
  return (
    <PlainLink
      className="inline-flex min-h-target min-w-target items-center text-accent! underline"
      href={href}
      {...(isOutside ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {children}
    </PlainLink>
  );
}
