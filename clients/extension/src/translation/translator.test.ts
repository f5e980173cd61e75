import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { markedText } from "./marked-text";
import type { TranslatePiece } from "./messages";
import { PageNodes } from "./page-nodes";
import { type Ask, makeUnit, type Progress, Translator, type Unit } from "./translator";
import { findRuns } from "./units";

/** Pending request with functions to resolve it. */
interface Asked {
  texts: readonly string[];
  signal: AbortSignal;
  tell(piece: TranslatePiece): void;
  end(how?: "asked" | null): void;
  breakOff(error: unknown): void;
}

let asked: Asked[] = [];
let progress: Progress | null = null;
let refused = 0;
let translator: Translator;

const ask: Ask = (texts, tell, signal) =>
  new Promise((resolve, breakOff) => {
    asked.push({ texts, signal, tell, breakOff, end: (how = "asked") => resolve(how) });
  });

/** Returns the paragraphs of a page with this content. */
function paragraphs(texts: readonly string[]): Unit[] {
  document.body.innerHTML = texts.map((text, at) => `<p data-top="${at * 10}">${text}</p>`).join("");
  const nodes = new PageNodes("all");
  return findRuns(document.body, nodes).map((run) => makeUnit(run, markedText(run, nodes)));
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `Text ${at}`);
/** Waits until requested texts have been sent and answers processed. */
const settle = () => vi.advanceTimersByTimeAsync(100);
const shown = () =>
  [...document.querySelectorAll("ensemble-translation[data-state=translated]")].map((one) => one.textContent);
const failed = () => document.querySelectorAll("ensemble-translation[data-state=failed]").length;
const translated = (index: number, text: string): TranslatePiece => ({
  kind: "translated",
  index,
  text,
  remembered: false,
});
const refusal = (index: number, code: string): TranslatePiece => ({
  kind: "failed",
  index,
  problem: { code, text: code },
});
const answerAll = ({ texts, tell, end }: Asked) => {
  for (const [index, text] of texts.entries()) tell(translated(index, `«${text}»`));
  end();
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  Range.prototype.getBoundingClientRect = function getBoundingClientRect() {
    const at = this.startContainer.childNodes[this.startOffset]?.parentElement?.dataset.top;
    return new DOMRect(0, innerHeight + Number(at ?? 0), 100, 10);
  };
  asked = [];
  progress = null;
  refused = 0;
  translator = new Translator({
    target: "de",
    look: "plain",
    ask,
    failed: (problem) => problem?.code ?? "failed",
    retry: "Retry",
    onProgress: (told) => {
      progress = told;
    },
    onRefused: () => {
      refused += 1;
    },
  });
});
afterEach(() => {
  translator.stop();
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe("paragraphs that come near", () => {
  test("are asked for twelve at a time: one request until the first is answered, two at once from then on", async () => {
    translator.want(paragraphs(numbered(50)));
    await settle();
    expect(asked.map(({ texts }) => texts.length)).toEqual([12]);
    answerAll(asked[0] as Asked);
    await settle();
    expect(asked.map(({ texts }) => texts.length)).toEqual([12, 12, 12]);
    expect(shown()).toHaveLength(12);
    expect(progress).toMatchObject({ done: 12, working: true, halted: null });
    for (const one of asked.slice(1)) answerAll(one);
    await settle();
    for (const one of asked.slice(3)) answerAll(one);
    await settle();
    expect(asked.flatMap(({ texts }) => texts)).toEqual(numbered(50));
    expect(progress).toEqual({ done: 50, failed: 0, working: false, halted: null });
  });

  test("have their places at once, as soon as the person has allowed to send, and lose them out of sight", async () => {
    const places = () => document.querySelectorAll("ensemble-translation").length;
    const units = paragraphs(numbered(40));
    translator.reserve(units);
    expect(places()).toBe(0);
    translator.want(units.slice(0, 30));
    await settle();
    expect(places()).toBe(12);
    asked[0]?.tell(translated(0, "Erster"));
    expect(places()).toBe(30);
    translator.reserve(units.slice(30));
    expect(places()).toBe(40);
    // One of them needs no translation, and two went out of sight.
    translator.drop(units[39] as Unit);
    translator.unwant(units.slice(28, 32));
    expect(places()).toBe(35);
    asked[0]?.tell(refusal(1, "translation.out_of_queries"));
    expect(places()).toBe(11);
  });

  test("are left alone by a page that takes their translations out each time", async () => {
    let times = 0;
    const fight = new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node.nodeName === "ENSEMBLE-TRANSLATION") {
          times += 1;
          node.parentNode?.removeChild(node);
        }
    });
    fight.observe(document.body, { childList: true, subtree: true });
    for (let round = 0; round < 10; round += 1) {
      // A page that writes its paragraph anew has a new one each time.
      const [unit] = paragraphs(["The lamp burns."]);
      translator.want([unit as Unit]);
      await settle();
      for (const one of asked.splice(0)) answerAll(one);
      await settle();
    }
    expect(times).toBe(3);
    fight.disconnect();
  });

  test("are no more than three thousand characters a request, or one that is longer", async () => {
    const long = (one: string, times: number) => one.repeat(times);
    translator.want(paragraphs([long("a", 2_000), long("b", 900), long("c", 900), long("d", 4_000), "e"]));
    await settle();
    for (let at = 0; at < asked.length; at += 1) {
      answerAll(asked[at] as Asked);
      await settle();
    }
    expect(asked.map(({ texts }) => texts.map((text) => text[0]).join(""))).toEqual(["ab", "c", "d", "e"]);
  });

  test("are asked for the nearest first, and not at all when they went out of sight before", async () => {
    const units = paragraphs(numbered(14));
    translator.want(units.toReversed());
    translator.unwant(units.slice(0, 1));
    await settle();
    expect(asked[0]?.texts).toEqual(numbered(14).slice(1, 13));
  });

  test("that say what was said before are not asked for again", async () => {
    const [first, again] = paragraphs(["The same", "The same"]);
    translator.want([first as Unit]);
    await settle();
    answerAll(asked[0] as Asked);
    await settle();
    translator.want([again as Unit]);
    await settle();
    expect(asked).toHaveLength(1);
    expect(shown()).toEqual(["«The same»", "«The same»"]);
  });

  test("that say the same are asked for once, and all get the answer", async () => {
    translator.want(paragraphs(Array.from({ length: 24 }, () => "Please answer")));
    await settle();
    expect(asked.map(({ texts }) => texts)).toEqual([["Please answer"]]);
    answerAll(asked[0] as Asked);
    await settle();
    expect(asked).toHaveLength(1);
    expect(shown()).toHaveLength(24);
    expect(progress).toEqual({ done: 24, failed: 0, working: false, halted: null });
  });

  test("that are longer than a request are asked for in parts", async () => {
    const sentences = Array.from(
      { length: 150 },
      (_, at) => `Keeper ${at} writes down the weather at night.`,
    );
    translator.want(paragraphs([sentences.join(" ")]));
    await settle();
    for (let at = 0; at < asked.length; at += 1) {
      answerAll(asked[at] as Asked);
      await settle();
    }
    expect(asked.length).toBeGreaterThan(1);
    for (const { texts } of asked) for (const text of texts) expect(text.length).toBeLessThan(5_000);
    expect(shown()).toHaveLength(1);
    expect(shown()[0]?.match(/Keeper/g)).toHaveLength(150);
  });

  test("are taken back as they were when all is over, and what is under way is ended", async () => {
    const units = paragraphs(numbered(3));
    const before = document.body.innerHTML;
    translator.want(units);
    await settle();
    asked[0]?.tell(translated(0, "«Text 0»"));
    translator.stop();
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(document.body.innerHTML).toBe(before);
  });

  test("stay where their person keeps them back", async () => {
    translator.want(paragraphs(numbered(20)));
    await settle();
    asked[0]?.end(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(refused).toBe(1);
  });
});

describe("what goes wrong", () => {
  test("with one paragraph is said under it, and that one alone is tried again", async () => {
    const units = paragraphs(numbered(3));
    translator.want(units);
    await settle();
    const [first] = asked as [Asked];
    first.tell(translated(0, "«Text 0»"));
    first.tell(refusal(1, "translation.broken"));
    first.tell(translated(2, "«Text 2»"));
    first.end();
    await settle();
    expect(failed()).toBe(1);
    expect(units[1]?.place?.parentElement?.textContent).toBe("Text 1");
    expect(progress).toEqual({ done: 2, failed: 1, working: false, halted: null });

    translator.retry(units.slice(1, 2));
    await settle();
    expect(asked.map(({ texts }) => texts)).toEqual([["Text 0", "Text 1", "Text 2"], ["Text 1"]]);
    answerAll(asked[1] as Asked);
    await settle();
    expect(failed()).toBe(0);
    expect(shown()).toEqual(["«Text 0»", "«Text 1»", "«Text 2»"]);
  });

  test("with all of them is said once, and nothing is asked for until somebody says so", async () => {
    translator.want(paragraphs(numbered(30)));
    await settle();
    const [first] = asked as [Asked];
    first.tell(translated(0, "«Text 0»"));
    first.tell(refusal(1, "translation.out_of_queries"));
    first.end();
    await settle();
    expect(asked).toHaveLength(1);
    expect(progress).toMatchObject({
      done: 1,
      working: false,
      halted: { code: "translation.out_of_queries" },
    });
    translator.retry();
    await settle();
    // Two at once, because the first request was approved.
    expect(asked).toHaveLength(3);
    expect(asked[1]?.texts[0]).toBe("Text 1");
    expect(progress).toMatchObject({ halted: null, working: true });
  });

  test("when the line breaks leaves what was told, and waits with the rest", async () => {
    const units = paragraphs(numbered(3));
    translator.want(units);
    await settle();
    asked[0]?.tell(translated(1, "«Text 1»"));
    asked[0]?.breakOff({ refusal: { code: "unreachable", text: "broke off" } });
    await settle();
    expect(shown()).toEqual(["«Text 1»"]);
    expect(units.map(({ state }) => state)).toEqual(["waiting", "done", "waiting"]);
    expect(document.querySelectorAll("ensemble-translation")).toHaveLength(1);
    expect(progress).toMatchObject({ halted: { code: "unreachable" }, working: false });
    expect(asked).toHaveLength(1);

    translator.retry();
    await settle();
    expect(asked[1]?.texts).toEqual(["Text 0", "Text 2"]);
    answerAll(asked[1] as Asked);
    await settle();
    expect(shown()).toHaveLength(3);
  });

  test("when the answer ends too early is said under what it left out", async () => {
    const units = paragraphs(numbered(3));
    translator.want(units);
    await settle();
    asked[0]?.tell(translated(0, "«Text 0»"));
    asked[0]?.end();
    await settle();
    expect(units.map(({ state }) => state)).toEqual(["done", "failed", "failed"]);
    expect(failed()).toBe(2);
  });

  test("is a translation that lost a mark of its paragraph, too", async () => {
    const units = paragraphs(["Read <a href='/m'>the manual</a>."]);
    translator.want(units);
    await settle();
    asked[0]?.tell(translated(0, "Lies das Handbuch."));
    asked[0]?.end();
    await settle();
    expect(failed()).toBe(1);
    expect(document.querySelectorAll("ensemble-translation a")).toHaveLength(0);
  });

  test("where nothing else can say it is said at what waits", async () => {
    const units = paragraphs(["One"]);
    translator.want(units);
    await settle();
    asked[0]?.breakOff({ refusal: { code: "unreachable", text: "broke off" } });
    await settle();
    translator.failHalted();
    expect(units[0]?.state).toBe("failed");
    expect(failed()).toBe(1);
  });
});
