import type { Heading, List, ListItem, PhrasingContent, RootContent, Table } from 'mdast';
import { createContext, memo, useContext, type ReactElement, type ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { KEY_SCROLLABLE } from '../layout/key-scrollable.ts';
import { mentionedId, parseMarkdown, safeHref } from './markdown-parse.ts';

export interface MarkdownProps {
  text: string;
  className?: string | undefined;
  /** A document of its own: its headings are headings. Those of a comment must not enter the outline of the page. */
  isDocument?: boolean;
}

const DocumentContext = createContext(false);

/** Comments and notes: CommonMark + GFM and mentions. Never raw HTML, never a picture from elsewhere, only safe links. */
export const Markdown = memo(function Markdown(props: MarkdownProps): ReactElement {
  const { text, className, isDocument = false } = props;
  return (
    <DocumentContext value={isDocument}>
      <div className={cx('flex flex-col gap-2 text-body wrap-any', className)}>
        {blocks(parseMarkdown(text).children)}
      </div>
    </DocumentContext>
  );
});

function blocks(nodes: readonly RootContent[]): ReactNode[] {
  // The tree is rebuilt from the text as a whole, so the position is the identity of a node.
  return nodes.map((node, at) => <Block key={at} node={node} />);
}

function Block({ node }: { node: RootContent }): ReactElement | null {
  switch (node.type) {
    case 'paragraph':
      return (
        <p className="whitespace-pre-line" dir="auto">
          {phrases(node.children)}
        </p>
      );
    case 'heading':
      return <HeadingBlock node={node} />;
    case 'blockquote':
      return (
        <blockquote className="flex flex-col gap-2 border-s-2 border-line-strong ps-3 text-muted" dir="auto">
          {blocks(node.children)}
        </blockquote>
      );
    case 'code':
      return <CodeBlock text={node.value} />;
    case 'html':
      return <CodeBlock text={node.value} />;
    case 'list':
      return <ListBlock node={node} />;
    case 'table':
      return <TableBlock node={node} />;
    case 'thematicBreak':
      return <hr className="border-line" />;
    case 'footnoteDefinition':
      return (
        <div className="flex gap-2 text-table text-muted">
          <span>[{node.label ?? node.identifier}]</span>
          <div>{blocks(node.children)}</div>
        </div>
      );
    case 'definition':
    case 'yaml':
      return null;
    case 'listItem':
    case 'tableRow':
    case 'tableCell':
      return null; // drawn by their list or table; they never stand alone in a parsed tree
    default:
      return <p>{phrases([node])}</p>;
  }
}

const HEADING_LOOKS = ['text-title', 'pt-4 text-section', 'pt-2 text-body'];

function HeadingBlock({ node }: { node: Heading }): ReactElement {
  const isDocument = useContext(DocumentContext);
  if (!isDocument)
    return (
      <p className="font-semibold" dir="auto">
        {phrases(node.children)}
      </p>
    );
  const Level = `h${node.depth}` as const;
  return (
    <Level className={cx('font-semibold', HEADING_LOOKS[node.depth - 1])} dir="auto">
      {phrases(node.children)}
    </Level>
  );
}

function CodeBlock({ text }: { text: string }): ReactElement {
  return (
    <pre
      className="overflow-x-auto rounded-control border border-line bg-panel px-3 py-2 text-table"
      {...KEY_SCROLLABLE}
    >
      <code>{text}</code>
    </pre>
  );
}

function ListBlock({ node }: { node: List }): ReactElement {
  const items = node.children.map((item, at) => <Item item={item} key={at} />);
  if (node.ordered === true) {
    return (
      <ol className="flex list-decimal flex-col gap-0.5 ps-6" dir="auto" start={node.start ?? 1}>
        {items}
      </ol>
    );
  }
  const isTaskList = node.children.some((item) => typeof item.checked === 'boolean');
  return (
    <ul className={cx('flex flex-col gap-0.5', isTaskList ? 'ps-1' : 'list-disc ps-5')} dir="auto">
      {items}
    </ul>
  );
}

function Item({ item }: { item: ListItem }): ReactElement {
  const isTask = typeof item.checked === 'boolean';
  const only = item.children.length === 1 ? item.children[0] : undefined;
  // A tight item is one paragraph: without its <p> the bullet and the text share a line box.
  const inner = only?.type === 'paragraph' ? phrases(only.children) : blocks(item.children);
  if (!isTask) return <li className="marker:text-muted">{inner}</li>;
  return (
    <li className="flex gap-2">
      <span aria-hidden className="text-muted">
        {item.checked === true ? '☑' : '☐'}
      </span>
      <span className="sr-only">{item.checked === true ? 'Done:' : 'To do:'}</span>
      <div className="min-w-0">{inner}</div>
    </li>
  );
}

function TableBlock({ node }: { node: Table }): ReactElement {
  const [head, ...body] = node.children;
  return (
    <div className="w-fit max-w-full overflow-x-auto rounded-control border border-line" {...KEY_SCROLLABLE}>
      <table className="text-table">
        <thead>
          <tr className="text-muted">
            {head?.children.map((cell, at) => (
              <th
                className="border-b border-line px-2.5 py-1 text-start font-medium"
                dir="auto"
                key={at}
                scope="col"
              >
                {phrases(cell.children)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, rowAt) => (
            <tr key={rowAt}>
              {row.children.map((cell, at) => (
                <td className="border-line px-2.5 py-1 in-[tr:not(:last-child)]:border-b" dir="auto" key={at}>
                  {phrases(cell.children)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function phrases(nodes: readonly (PhrasingContent | RootContent)[]): ReactNode[] {
  return nodes.map((node, at) => {
    const next = nodes[at + 1];
    const isBeforeMention = next?.type === 'link' && mentionedId(next.url) !== undefined;
    // The "@" of `@[display](user:id)` is part of the chip.
    const own =
      node.type === 'text' && isBeforeMention ? { ...node, value: node.value.replace(/@$/u, '') } : node;
    return <Phrase key={at} node={own} />;
  });
}

function Phrase({ node }: { node: PhrasingContent | RootContent }): ReactNode {
  switch (node.type) {
    case 'text':
      return node.value;
    case 'html':
      return <code className="text-table text-muted">{node.value}</code>;
    case 'emphasis':
      return <em>{phrases(node.children)}</em>;
    case 'strong':
      return <strong className="font-semibold">{phrases(node.children)}</strong>;
    case 'delete':
      return <del>{phrases(node.children)}</del>;
    case 'inlineCode':
      return <code className="rounded-[4px] bg-chip px-1 py-0.5 text-table">{node.value}</code>;
    case 'break':
      return <br />;
    case 'link':
      return <LinkPhrase url={node.url}>{phrases(node.children)}</LinkPhrase>;
    case 'image':
      // A picture from elsewhere would tell its server who reads this; its address is shown instead.
      return (
        <LinkPhrase url={node.url}>{node.alt === '' || node.alt === null ? node.url : node.alt}</LinkPhrase>
      );
    case 'linkReference':
      return <span>{phrases(node.children)}</span>;
    case 'imageReference':
      return <span>{node.alt}</span>;
    case 'footnoteReference':
      return <sup>[{node.label ?? node.identifier}]</sup>;
    default:
      return null;
  }
}

function LinkPhrase({ url, children }: { url: string; children: ReactNode }): ReactElement {
  const person = mentionedId(url);
  if (person !== undefined) {
    return (
      <span
        className="rounded-[4px] bg-accent-soft px-1 py-0.5 font-medium text-accent"
        data-user-id={person}
      >
        @{children}
      </span>
    );
  }
  const href = safeHref(url);
  if (href === undefined) return <span>{children}</span>;
  return (
    <a
      className="rounded-[3px] text-accent underline decoration-1 underline-offset-2"
      href={href}
      rel="noopener noreferrer"
      target="_blank"
    >
      {children}
    </a>
  );
}
