import { onServer } from "@ensemble/contract/base-path";
import { useText } from "@ensemble/i18n/text";
import type { Element } from "hast";
import { use } from "react";
import ReactMarkdown, { type Components, type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remend from "remend";
import type { Processor } from "unified";
import { isDiagram, LazyDiagram } from "../diagrams/LazyDiagram";
import { CodeBlock } from "./CodeBlock";
import { Formula } from "./Formula";
import { withLongerFences } from "./fence";
import { OwnImages, ownImage } from "./own-images";
import { RemoteImage } from "./RemoteImage";
import { withSeparateTags } from "./reading/details";
import { listDirections } from "./reading/directions";
import { withFormulas } from "./reading/formula-text";
import { htmlTags } from "./reading/html-tags";
import { endLinks, linksEnd } from "./reading/links-end";
import { marksAtLetters } from "./reading/marks-at-letters";
import { SourceMark, SourceNames, sourceMarks } from "./SourceMark";
import { safeLink } from "./safe-link";
import { hideMarks, type MarkKind, withoutUnfinishedMark } from "./source-marks";
import { TableBox } from "./TableBox";
import { TaskTicks } from "./task-ticks";

export interface WrittenProps {
  source: string;
  definitions: string;
  /** True if more text may be appended. */
  open: boolean;
  /** Additional plugins for the Markdown tree and the elements. */
  remark?: Options["remarkPlugins"] & {};
  rehype?: Options["rehypePlugins"] & {};
}

/** Renders Markdown as a whole. */
export function Written({ source, definitions, open, remark = [], rehype = [] }: WrittenProps) {
  const isMerged = use(SourceNames) !== null;
  const showsOwn = use(OwnImages);
  const written = isMerged ? hideMarks(open ? withoutUnfinishedMark(source) : source) : source;
  const shown = open ? remend(written, { linkMode: "text-only", inlineKatex: false, katex: false }) : written;
  const known = withFormulas(withSeparateTags(withLongerFences(keepFootnotes(shown))));
  const text = withDefinitions(known, definitions);
  return (
    <ReactMarkdown
      remarkPlugins={[...PLUGINS, ...(isMerged ? [sourceMarks] : []), ...remark]}
      rehypePlugins={[listDirections(text), ...rehype]}
      urlTransform={(address, key) =>
        safeLink(address) ?? (showsOwn && key === "src" ? ownImage(address) : null) ?? ""
      }
      components={COMPONENTS}
    >
      {text}
    </ReactMarkdown>
  );
}

const PLUGINS: Options["remarkPlugins"] & {} = [
  [remarkGfm, { singleTilde: false }],
  [remarkMath, { singleDollarTextMath: false }],
  looseSyntax,
  endLinks,
  htmlTags,
];

/** Reads emphasis and addresses beside the punctuation of any language. */
function looseSyntax(this: Processor) {
  const data = this.data() as { micromarkExtensions?: unknown[] };
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), marksAtLetters, linksEnd];
}

const COMPONENTS: Components = {
  a: ({ href, title, children }) =>
    href ? (
      <a href={href} title={title} target="_blank" rel="noopener noreferrer nofollow ugc">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ src, alt }) => {
    const address = typeof src === "string" ? src : "";
    const own = ownImage(address);
    if (own) return <img src={onServer(own)} alt={alt ?? ""} className="markdown-shown-image" />;
    return <RemoteImage address={address} alt={alt ?? ""} />;
  },
  pre: ({ node, children }) => {
    const code = node?.children[0];
    if (code?.type !== "element") return <pre>{children}</pre>;
    if (classesOf(code).includes("math-display")) return <Formula source={textOf(code)} display />;
    const language = classesOf(code).find((name) => name.startsWith("language-"));
    const word = language?.slice("language-".length) ?? "";
    if (isDiagram(word)) return <LazyDiagram code={textOf(code)} />;
    return <CodeBlock code={textOf(code)} language={word} open={false} />;
  },
  code: ({ node, children }) =>
    node && classesOf(node).includes("math-inline") ? (
      <Formula source={textOf(node)} />
    ) : (
      <code dir="ltr">{children}</code>
    ),
  mark: ({ node }) => (
    <SourceMark
      kind={String(node?.properties.kind) as MarkKind}
      answers={String(node?.properties.answers).split(",").map(Number)}
    />
  ),
  input: ({ checked }) => <TaskBox done={checked === true} />,
  // Quotes and tables take their direction from their first letter as a whole, but each of their lines has its own.
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  table: ({ node, children }) => <TableBox dir={String(node?.properties.dir ?? "auto")}>{children}</TableBox>,
};

function TaskBox({ done }: { done: boolean }) {
  const text = useText("chat");
  const tick = use(TaskTicks);
  return (
    <input
      type="checkbox"
      checked={done}
      disabled={tick === null}
      onChange={(event) => tick?.(event.currentTarget)}
      aria-label={text(done ? "task_done" : "task_open")}
    />
  );
}

function classesOf(element: Element): string[] {
  const names = element.properties.className;
  return Array.isArray(names) ? names.map(String) : [];
}

function textOf(element: Element): string {
  return element.children
    .map((child) => (child.type === "text" ? child.value : child.type === "element" ? textOf(child) : ""))
    .join("")
    .replace(/\n$/, "");
}

/** Keeps a footnote as written: its text would vanish in a block without the reference. */
function keepFootnotes(source: string): string {
  return source.includes("[^") ? source.replace(/^( {0,3})\[\^/gm, "$1\\[^") : source;
}

/** Length up to which all definitions are parsed with a block. */
const DEFINITIONS_MAX_CHARS = 2_000;

function withDefinitions(source: string, definitions: string): string {
  if (!definitions || definitions.includes(source.trim())) return source;
  return `${source}\n\n${definitions.length > DEFINITIONS_MAX_CHARS ? usedIn(source, definitions) : definitions}`;
}

/** Returns the definitions that a block refers to: all of them with each block would cost the square of their number. */
function usedIn(source: string, definitions: string): string {
  const labels = new Set([...source.matchAll(/\[([^\][]+)\]/g)].map(([, label = ""]) => label.toLowerCase()));
  const isUsed = (line: string) => labels.has(/^\[([^\]]+)\]:/.exec(line)?.[1]?.toLowerCase() ?? "");
  return definitions.split("\n").filter(isUsed).slice(0, 200).join("\n");
}
