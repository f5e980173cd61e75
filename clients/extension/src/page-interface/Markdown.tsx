import { isParsable } from "@ensemble/blocks/markdown/limits";
import { PlainBoundary } from "@ensemble/blocks/markdown/plain/PlainBoundary";
import { PlainText } from "@ensemble/blocks/markdown/plain/PlainText";
import { safeLink } from "@ensemble/blocks/markdown/safe-link";
import type { Nodes, Parents, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import type { ReactNode } from "react";

/** Renders Markdown without formulas, highlighting or images. The panel shows those. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="page-markdown">
      <PlainBoundary source={text}>
        {isParsable(text) ? <Parsed text={text} /> : <PlainText text={text} />}
      </PlainBoundary>
    </div>
  );
}

function Parsed({ text }: { text: string }) {
  const tree: Root = fromMarkdown(text, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  return childrenOf(tree);
}

const childrenOf = (node: Parents): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a node's place is its identity, the list only grows
  (node.children as Nodes[]).map((child, at) => <Node key={at} node={child} />);

function Node({ node }: { node: Nodes }): ReactNode {
  switch (node.type) {
    case "text":
      return node.value;
    case "html":
      // Shown as text: no HTML from a model becomes part of a page.
      return /^<br\s*\/?>$/i.test(node.value.trim()) ? <br /> : node.value;
    case "paragraph":
      return <p dir="auto">{childrenOf(node)}</p>;
    case "heading":
      return (
        // biome-ignore lint/a11y/useSemanticElements: its depth is known when it is drawn
        <p dir="auto" role="heading" aria-level={node.depth} data-depth={node.depth}>
          {childrenOf(node)}
        </p>
      );
    case "emphasis":
      return <em>{childrenOf(node)}</em>;
    case "strong":
      return <strong>{childrenOf(node)}</strong>;
    case "inlineCode":
      return <code dir="ltr">{node.value}</code>;
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <pre dir="ltr" tabIndex={0}>
          <code>{node.value}</code>
        </pre>
      );
    case "break":
      return <br />;
    case "thematicBreak":
      return <hr />;
    case "blockquote":
      return <blockquote dir="auto">{childrenOf(node)}</blockquote>;
    case "list":
      return node.ordered ? (
        <ol dir="auto" start={node.start ?? 1}>
          {childrenOf(node)}
        </ol>
      ) : (
        <ul dir="auto">{childrenOf(node)}</ul>
      );
    case "listItem":
      return <li dir="auto">{childrenOf(node)}</li>;
    case "link": {
      const href = safeLink(node.url);
      return href ? (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {childrenOf(node)}
        </a>
      ) : (
        <span>{childrenOf(node)}</span>
      );
    }
    case "image":
      // Never loaded: it would tell its host who reads what.
      return node.alt ?? "";
    case "table":
      return <Table node={node} />;
    default:
      return "children" in node ? childrenOf(node as Parents) : null;
  }
}

function Table({ node }: { node: Extract<Nodes, { type: "table" }> }) {
  const [head, ...rows] = node.children;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <div className="page-markdown-table" dir="auto" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell's place is its identity
              <th key={at}>{childrenOf(cell)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row's place is its identity
            <tr key={at}>
              {row.children.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell's place is its identity
                <td key={column}>{childrenOf(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
