import { createContext } from "react";

/** Ticks or unticks a task of the text; null: they cannot be changed here. */
export const TaskTicks = createContext<((box: HTMLInputElement) => void) | null>(null);

const FENCE = /^[ \t>]*(`{3,}|~{3,})/;
const TASK = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+)\[([ xX])\](?=\s)/;

/** Returns the text with one of its tasks ticked or unticked. `index`: number of tasks before it. */
export function withTaskTicked(markdown: string, index: number): string {
  let fence: string | null = null;
  let before = index;
  return markdown
    .split("\n")
    .map((line) => {
      const marks = FENCE.exec(line)?.[1];
      if (fence === null && marks) fence = marks;
      else if (fence !== null) fence = marks?.startsWith(fence) ? null : fence;
      const task = fence === null && !marks ? TASK.exec(line) : null;
      if (!task || before-- !== 0) return line;
      const [whole, start = "", mark] = task;
      return `${start}[${mark === " " ? "x" : " "}]${line.slice(whole.length)}`;
    })
    .join("\n");
}
