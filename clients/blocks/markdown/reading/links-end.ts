import type { Link, Nodes, Parents, Root } from "mdast";
import { gfmAutolinkLiteral } from "micromark-extension-gfm-autolink-literal";
import type { Code, Construct, Effects, Extension, State } from "micromark-util-types";

/** Punctuation of languages other than English, which no address contains unencoded. */
const FOREIGN_PUNCTUATION =
  /[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufe10-\ufe1f\ufe30-\ufe6b\u2018-\u201f\u2026\u060c\u061b\u061f\u06d4\u0964\u0965\u104a\u104b\u1362-\u1368\u17d4\u17d5]/u;

/** Letters of languages that put no space between words. */
const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

const SPACE = 32;
const CLOSING_BRACKET = 41;

/** Shows the parts of a construct a space where foreign punctuation stands, so that they end there. */
function endedAtPunctuation(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const stream: Stream = { code: null };
      const { leave, within } = watch();
      const record = within((state) => (code) => {
        stream.code = code;
        return state(code);
      });
      return record(construct.tokenize.call(this, withPartsEnded(effects, stream), leave(ok), leave(nok)));
    },
  };
}

/** Character that the tokenizer is at. */
interface Stream {
  code: Code;
}

function withPartsEnded(effects: Effects, stream: Stream): Effects {
  const ended = (part: Parameters<Effects["attempt"]>[0], atLetters = false) =>
    "tokenize" in part ? partEnded(part as Construct, stream, atLetters) : part;
  return {
    ...effects,
    attempt: (part, ok, nok) => effects.attempt(ended(part), ok, nok),
    // A closing bracket before letters of languages without spaces ends an address, as before a space.
    check: (part, ok, nok) => (code) => effects.check(ended(part, code === CLOSING_BRACKET), ok, nok)(code),
  };
}

function partEnded(part: Construct, stream: Stream, atLetters: boolean): Construct {
  return {
    ...part,
    tokenize(effects, ok, nok) {
      const { leave, within } = watch();
      const mask = within((state) => () => state(seen(stream.code, atLetters)));
      const left = (state: State) => leave(() => state(stream.code));
      return mask(part.tokenize.call(this, withPartsEnded(effects, stream), left(ok), left(nok)));
    },
  };
}

/** Changes all states of a tokenizer until it is left. */
function watch() {
  let last: ReturnType<State>;
  const leave =
    (state: State): State =>
    (code) => {
      last = state(code);
      return last;
    };
  const within =
    (change: (state: State) => State) =>
    (state: State): State =>
    (code) => {
      const next = change(state)(code);
      return next === undefined || next === last ? next : within(change)(next);
    };
  return { leave, within };
}

const seen = (code: Code, atLetters: boolean): Code => {
  if (code === null || code <= 0) return code;
  const char = String.fromCodePoint(code);
  return FOREIGN_PUNCTUATION.test(char) || (atLetters && SPACELESS.test(char)) ? SPACE : code;
};

/** Addresses without brackets, which end at the punctuation of any language. */
export const linksEnd: Extension = {
  text: Object.fromEntries(
    Object.entries(gfmAutolinkLiteral().text ?? {}).map(([code, constructs]) => [
      code,
      [constructs ?? []].flat().map(endedAtPunctuation),
    ]),
  ),
};

/** Ends addresses that were found in a text afterwards, behind punctuation of other languages. */
export function endLinks() {
  const walk = (parent: Parents) => {
    for (const child of [...parent.children]) {
      if (child.type === "link") endLink(child, parent);
      else if ("children" in child) walk(child);
    }
  };
  return (tree: Root) => walk(tree);
}

function endLink(link: Link, parent: Parents) {
  const [shown] = link.children;
  // What was found afterwards has no place in the source.
  if (link.position || link.children.length !== 1 || shown?.type !== "text") return;
  const end = shown.value.search(FOREIGN_PUNCTUATION);
  if (end < 0) return;
  const rest = shown.value.slice(end);
  link.url = link.url.slice(0, link.url.length - rest.length);
  shown.value = shown.value.slice(0, end);
  const siblings: Nodes[] = parent.children;
  siblings.splice(siblings.indexOf(link) + 1, 0, { type: "text", value: rest });
}
