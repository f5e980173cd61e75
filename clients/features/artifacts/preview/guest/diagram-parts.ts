/** Groups of drawn diagrams that are one thing: a box, a label on a line, a frame around boxes. */
const GROUPS = ".node, .edgeLabel, .cluster, .mindmap-node, .timeline-node, .legend";

/** Returns the part of a drawn diagram that an element belongs to; null: it belongs to none with a text. */
export function partOf(element: Element): Element | null {
  const part = element.closest(GROUPS) ?? element.closest("text") ?? captionedGroup(element);
  return part && textOfPart(part).trim() !== "" ? part : null;
}

/** Returns the text of a part. Its lines are elements without spaces between them. */
export function textOfPart(part: Element): string {
  const lines = [...part.querySelectorAll("text > tspan, :scope > tspan")];
  if (lines.length === 0) return part.textContent ?? "";
  return lines.map((line) => line.textContent ?? "").join(" ");
}

/** Returns the group of a shape with one text beside it, as participants and notes of sequences are. */
function captionedGroup({ parentElement: group }: Element): Element | null {
  return group?.localName === "g" && group.querySelectorAll("text").length === 1 ? group : null;
}
