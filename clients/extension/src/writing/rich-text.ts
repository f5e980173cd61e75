import { isElement, isText } from "../page/node-kinds";

/** Part of the text with its node. */
interface Piece {
  node: Text;
  /** Start offset in the node. */
  from: number;
  /** Start offset in the text. */
  at: number;
  length: number;
}

/** Plain text of a part of a rich text, with the position of each character. */
export interface RichText {
  text: string;
  pieces: readonly Piece[];
}

const BLOCK =
  /^(ADDRESS|ARTICLE|ASIDE|BLOCKQUOTE|DD|DIV|DL|DT|FIGURE|FOOTER|FORM|H[1-6]|HEADER|HR|LI|MAIN|OL|P|PRE|SECTION|TABLE|TR|UL)$/;

/** Selector of what an editor shows and nobody wrote: the hint in an empty one. */
const NOT_WRITTEN = "[data-slate-placeholder], .ck-placeholder-text, ensemble-translation, ensemble-layer";

/** Reads a range as rendered: blocks and `<br>` start a new line. */
export function readRich(range: Range): RichText {
  const pieces: Piece[] = [];
  let text = "";
  let owed = "";
  /** Ends a line only if another one follows. */
  const endLine = () => {
    if (text !== "" && owed === "") owed = "\n";
  };
  const take = (node: Text) => {
    const from = node === range.startContainer ? range.startOffset : 0;
    const to = node === range.endContainer ? range.endOffset : node.data.length;
    if (to <= from) return;
    // Some editors keep an empty line open with a character that nobody sees.
    if (/^[\ufeff\u200b]*$/.test(node.data)) return;
    // White space between tags is not text.
    if (/^[ \t]*\n\s*$/.test(node.data) && !keepsSpaces(node)) return;
    text += owed;
    owed = "";
    pieces.push({ node, from, at: text.length, length: to - from });
    // Non-breaking spaces in an editor are spaces to people.
    text += node.data.slice(from, to).replaceAll("\u00a0", " ");
  };
  const walk = (node: Node) => {
    if (!range.intersectsNode(node)) return;
    if (isText(node)) return take(node);
    if (!isElement(node) || node.matches(NOT_WRITTEN)) return;
    if (node.tagName === "BR") {
      // The line break that keeps an empty line open is not a line of its own.
      if (node.nextSibling !== null || node.previousSibling === null) owed += text === "" ? "" : "\n";
      return;
    }
    const isBlock = BLOCK.test(node.tagName);
    if (isBlock) endLine();
    for (const child of node.childNodes) walk(child);
    if (isBlock) endLine();
  };
  const root = range.commonAncestorContainer;
  if (isText(root)) take(root);
  else for (const child of root.childNodes) walk(child);
  return { text, pieces };
}

const keepsSpaces = ({ parentElement }: Text): boolean =>
  parentElement !== null && /pre|break-spaces/.test(getComputedStyle(parentElement).whiteSpace);

/** Returns the range of the characters from `start` to `end`; null: none. */
export function rangeIn({ pieces }: RichText, start: number, end: number): Range | null {
  const first = pieces.find(
    ({ at, length }) => start < at + length || (start === end && start === at + length),
  );
  const last = pieces.findLast(({ at }) => at < end) ?? first;
  if (!first || !last) return null;
  const range = first.node.ownerDocument.createRange();
  const placeIn = ({ node, from, at, length }: Piece, place: number): [Text, number] => [
    node,
    from + Math.max(0, Math.min(place - at, length)),
  ];
  range.setStart(...placeIn(first, start));
  range.setEnd(...placeIn(last, end));
  return range;
}

/** Selector of text by others below the new text: quoted mails and signatures. */
const QUOTED =
  "blockquote, .gmail_quote, .gmail_signature, .yahoo_quoted, .moz-cite-prefix, .moz-signature, #divRplyFwdMsg, #appendonsend, [data-signature], [name=quoted-content], [id*=ignature]";

/** Returns the part of an editor that the person writes: up to the first quotation after it. */
export function ownPart(editor: HTMLElement): Range {
  const range = editor.ownerDocument.createRange();
  range.selectNodeContents(editor);
  const quoted = [...editor.querySelectorAll(QUOTED)].find(
    (one) => one.parentElement?.closest(QUOTED) == null,
  );
  if (!quoted) return range;
  const before = range.cloneRange();
  before.setEndBefore(quoted);
  // A quotation at the very top is part of their text.
  return readRich(before).text.trim() === "" && isFollowed(quoted, range) ? range : before;
}

/** Returns true if there is text after a quotation: in forums people write below each quoted part. */
function isFollowed(quoted: Element, all: Range): boolean {
  const after = all.cloneRange();
  after.setStartAfter(quoted);
  return readRich(after).text.trim() !== "";
}

/** Returns true if replacing the range with plain text would lose formatting. */
export const hasFormat = (range: Range): boolean =>
  range
    .cloneContents()
    .querySelector("a, b, strong, i, em, u, s, ul, ol, table, img, h1, h2, h3, h4, code, pre") !== null;
