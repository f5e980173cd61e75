/** Finds a passage in the visible text of an element, ignoring white space; null: not found. */
export function findPassage(element: Node, passage: string): Range | null {
  const wanted = flat(passage).trim();
  if (wanted === "") return null;
  const places: { node: Text; offset: number }[] = [];
  let said = "";
  const walker = element.ownerDocument?.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker?.nextNode(); node; node = walker?.nextNode()) {
    const { data } = node as Text;
    for (let offset = 0; offset < data.length; offset += 1) {
      const letter = flat(data.charAt(offset));
      if (letter === " " && (said === "" || said.endsWith(" "))) continue;
      said += letter;
      places.push({ node: node as Text, offset });
    }
    // The texts of adjacent blocks have no space between them.
    if (said !== "" && !said.endsWith(" ")) {
      said += " ";
      places.push({ node: node as Text, offset: data.length });
    }
  }
  const start = found(said, wanted);
  const first = places[start];
  const last = places[start + wanted.length - 1];
  if (start < 0 || !first || !last) return tryWithoutSpaces(said, places, wanted);
  return rangeOf(first, last);
}

type Place = { node: Text; offset: number };

const found = (said: string, wanted: string) => said.indexOf(wanted);

/** Retries without spaces: partly bold words are separate text nodes with an extra space between them. */
function tryWithoutSpaces(said: string, places: readonly Place[], wanted: string): Range | null {
  const letters = [...said].flatMap((letter, index) => (letter === " " ? [] : [{ letter, index }]));
  const dense = letters.map(({ letter }) => letter).join("");
  const denseWanted = wanted.replaceAll(" ", "");
  const start = dense.indexOf(denseWanted);
  const first = places[letters[start]?.index ?? -1];
  const last = places[letters[start + denseWanted.length - 1]?.index ?? -1];
  return start < 0 || !first || !last ? null : rangeOf(first, last);
}

function rangeOf(first: Place, last: Place): Range {
  const range = document.createRange();
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, Math.min(last.offset + 1, last.node.data.length));
  return range;
}

const flat = (text: string) => text.replace(/\s+/gu, " ").replace(/[‘’]/gu, "'").replace(/[“”]/gu, '"');
