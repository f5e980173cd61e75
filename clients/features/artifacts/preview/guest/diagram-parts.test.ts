import { afterEach, expect, test } from "vitest";
import { partOf, textOfPart } from "./diagram-parts";
import { selectElements } from "./select-elements";

// As Mermaid draws a flow chart and a sequence, with labels as texts.
const DRAWN = `<svg>
  <g class="cluster"><rect id="frame"/><g class="cluster-label"><text><tspan>Coast</tspan></text></g></g>
  <path id="line" class="flowchart-link"/>
  <g class="edgeLabels">
    <g class="edgeLabel"><g class="label"><text><tspan><tspan id="word">rises</tspan></tspan></text></g></g>
    <g class="edgeLabel" id="empty"><g class="label"><rect/></g></g>
  </g>
  <g class="node default" id="A"><rect id="box"/><g class="label"><text
    ><tspan>High</tspan><tspan>water</tspan></text></g></g>
  <g><rect id="person" class="actor"/><text class="actor"><tspan>Mira</tspan></text></g>
  <text id="message" class="messageText">asks</text>
</svg>`;

afterEach(() => document.body.replaceChildren());

const at = (id: string) => document.getElementById(id) as unknown as SVGElement;

test.each([
  ["box", "High water"],
  ["word", "rises"],
  ["frame", "Coast"],
  ["person", "Mira"],
  ["message", "asks"],
  ["line", null],
  ["empty", null],
])("%s belongs to the part that says %s", (id, text) => {
  document.body.innerHTML = DRAWN;
  const part = partOf(at(id));
  expect(part && textOfPart(part)).toBe(text);
});

test("a click selects a part of a diagram, and one beside all parts does not", () => {
  document.body.innerHTML = DRAWN;
  const selected: unknown[] = [];
  const selection = selectElements((element) => selected.push(element));
  selection.attach();
  selection.change(true, true);
  at("line").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(selected).toEqual([]);
  at("box").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(selected).toEqual([expect.objectContaining({ name: "g#A", text: "High water" })]);
  // One at a time.
  at("box").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(selected).toHaveLength(1);
});
