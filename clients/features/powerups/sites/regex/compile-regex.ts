import { findIn, programOf } from "./find-in";
import { type Look, type Node, parseRegex } from "./parse-regex";
import { Unusable } from "./reader";
import type { CharSet } from "./sets";

/** A step of a program. `next` and `other` are places in it. */
export type Step =
  | { kind: "chars"; set: CharSet; next: number }
  | { kind: "look"; look: Look; next: number }
  | { kind: "split"; next: number; other: number }
  | { kind: "found" };

/** Steps of a program: far more than a pattern has that the server accepts. */
const STEPS_MAX = 20_000;

/**
 * Compiles a regular expression of a PowerUP into a function that finds it in a URL, in time that is at most the product of both
 * lengths; null: it cannot be used here. It stands for the same as on the server (decision 1090).
 */
export function compileRegex(pattern: string): ((url: string) => boolean) | null {
  try {
    const steps: Step[] = [{ kind: "found" }];
    const start = add(steps, parseRegex(pattern), 0);
    const program = programOf(steps);
    return (url) => findIn(program, start, url);
  } catch (error) {
    if (error instanceof Unusable) return null;
    throw error;
  }
}

/** Adds the steps of a node in front of `next`; returns the first of them. */
function add(steps: Step[], node: Node, next: number): number {
  switch (node.kind) {
    case "chars":
    case "look":
      return push(steps, { ...node, next });
    case "all":
      return node.parts.reduceRight((after, part) => add(steps, part, after), next);
    case "any":
      return node.parts
        .map((part) => add(steps, part, next))
        .reduceRight((other, first) => push(steps, { kind: "split", next: first, other }));
    case "repeat":
      return addRepeat(steps, node, next);
  }
}

function addRepeat(steps: Step[], repeat: Node & { kind: "repeat" }, next: number): number {
  const { node } = repeat;
  // What reads nothing is there as often as one wants.
  const [min, max] = [repeat.min, repeat.max].map((count) =>
    readsNothing(node) ? Math.min(count, 1) : count,
  ) as [number, number];
  let after = next;
  if (max === Number.POSITIVE_INFINITY) {
    const loop: Step = { kind: "split", next: 0, other: next };
    after = push(steps, loop);
    loop.next = add(steps, node, after);
  } else {
    for (let count = min; count < max; count += 1)
      after = push(steps, { kind: "split", next: add(steps, node, after), other: next });
  }
  for (let count = 0; count < min; count += 1) after = add(steps, node, after);
  return after;
}

function readsNothing(node: Node): boolean {
  switch (node.kind) {
    case "chars":
      return false;
    case "look":
      return true;
    case "repeat":
      return node.max === 0 || readsNothing(node.node);
    default:
      return node.parts.every(readsNothing);
  }
}

function push(steps: Step[], step: Step): number {
  if (steps.length >= STEPS_MAX) throw new Unusable("too large");
  steps.push(step);
  return steps.length - 1;
}
