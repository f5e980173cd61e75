import { beforeEach, describe, expect, test } from "vitest";
import bundled from "../../../../contract/search-engines.json";
import { readEngines } from "./engines";
import { findPlace } from "./place";
import { queryInField, readResults } from "./results";

const engine = (id: string) => {
  const found = readEngines(bundled)?.engines.find((one) => one.id === id);
  if (!found) throw new Error(`no engine ${id}`);
  return found;
};
const page = (html: string) => {
  document.body.innerHTML = html;
};

beforeEach(() => {
  // There is no layout here: everything is visible unless marked otherwise.
  Element.prototype.checkVisibility = function checkVisibility() {
    return this.closest("[hidden]") === null;
  };
  Element.prototype.getBoundingClientRect = function getBoundingClientRect() {
    return new DOMRect(0, 0, Number(this.getAttribute("data-width") ?? 400), 10);
  };
});

describe("the results of a page", () => {
  test("are read as the list says", () => {
    page(`<div id="rso">
      <div class="MjjYud"><a href="https://example.org/a"><h3>First</h3></a><div class="VwiC3b">It says\n this.</div></div>
      <div class="MjjYud" hidden><a href="https://example.org/b"><h3>Nobody sees</h3></a></div>
      <div class="MjjYud"><a href="https://example.org/a"><h3>First again</h3></a></div>
      <div class="MjjYud"><a href="javascript:alert(1)"><h3>No address</h3></a></div>
      <div class="MjjYud"><a href="https://www.example.com/c"><h3>Second</h3></a></div>
    </div>`);
    expect(readResults(document, engine("google"))).toEqual([
      { title: "First", address: "https://example.org/a", site: "example.org", snippet: "It says this." },
      { title: "Second", address: "https://www.example.com/c", site: "example.com", snippet: "" },
    ]);
  });

  test("are six at most, and short", () => {
    const one = (at: number) =>
      `<li class="b_algo"><h2><a href="https://example.org/${at}">${"t".repeat(300)}</a></h2><div class="b_caption"><p>${"s".repeat(900)}</p></div></li>`;
    page(`<ol id="b_results">${Array.from({ length: 9 }, (_, at) => one(at)).join("")}</ol>`);
    const results = readResults(document, engine("bing"));
    expect(results).toHaveLength(6);
    expect(results[0]?.title).toHaveLength(200);
    expect(results[0]?.snippet).toHaveLength(320);
  });

  test("are any headings with links where the page is another than the list says", () => {
    page(`<main><h2><a href="https://example.org/new">A new page</a></h2></main>`);
    expect(readResults(document, engine("bing"))).toEqual([
      { title: "A new page", address: "https://example.org/new", site: "example.org", snippet: "" },
    ]);
  });

  test("are none where a selector is not understood", () => {
    page("<p>x</p>");
    const strange = { ...engine("bing"), results: { item: "::::", title: "x", link: "y", snippet: "z" } };
    expect(readResults(document, strange)).toEqual([]);
  });
});

describe("the place beside the results", () => {
  test("is the first that is wide enough to read in", () => {
    const narrow = `<aside id="b_context" data-width="80"></aside>`;
    page(`<div id="b_content" data-width="1000"><ol id="b_results"></ol></div>${narrow}`);
    const host = document.createElement("b");
    findPlace(document, engine("bing"))?.(host);
    expect(host.parentElement?.id).toBe("b_content");
    expect(host.nextElementSibling).toBeNull();
    // Both do not fit next to each other.
    page(`<div id="b_content" data-width="600"><ol id="b_results"></ol></div>${narrow}`);
    findPlace(document, engine("bing"))?.(host);
    expect(host.nextElementSibling?.id).toBe("b_results");
    page(`<div id="b_content"><ol id="b_results"></ol></div><aside id="b_context"><i></i></aside>`);
    findPlace(document, engine("bing"))?.(host);
    expect(host.nextElementSibling?.localName).toBe("i");
  });

  test("is none on a page of another shape", () => {
    page("<main></main>");
    expect(findPlace(document, engine("bing"))).toBeNull();
  });
});

test("what was searched for is read from its field where the address is silent", () => {
  page(`<input id="q" value=" arden ">`);
  expect(queryInField(document, engine("startpage"))).toBe("arden");
  page(`<div id="q">x</div>`);
  expect(queryInField(document, engine("startpage"))).toBe("");
});
