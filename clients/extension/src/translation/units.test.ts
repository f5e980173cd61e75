import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { hasWords } from "./language";
import { isMarkedWell, markedText, plainText, readTranslation } from "./marked-text";
import { PageNodes } from "./page-nodes";
import { contentRoots, findRuns, placeUnder, runAt } from "./units";

/** Opens a page without its scripts. */
function open(html: string): void {
  const read = new DOMParser().parseFromString(html, "text/html");
  document.documentElement.lang = read.documentElement.lang;
  document.head.innerHTML = [...read.querySelectorAll("style")].map((style) => style.outerHTML).join("");
  for (const script of read.querySelectorAll("script")) script.remove();
  document.body.innerHTML = read.body.innerHTML;
}

const openPage = (name: string) => open(readFileSync(`clients/e2e/corpus/pages/${name}.html`, "utf8"));

const openSite = (name: string) => open(readFileSync(`clients/e2e/corpus/sites/${name}.html`, "utf8"));

/** Returns the paragraphs of the page as sent to a model. */
function paragraphs(scope: "main" | "all" = "main"): string[] {
  const nodes = new PageNodes(scope);
  const runs = contentRoots(document, scope).flatMap((root) => findRuns(root, nodes));
  return runs.map((run) => markedText(run, nodes).text).filter(hasWords);
}

beforeEach(() => {
  document.body.replaceChildren();
});

describe("the paragraphs of a page", () => {
  test("of a newspaper are its article's, not what stands around it", () => {
    openPage("news");
    const found = paragraphs();
    expect(found).toEqual([
      "Local",
      "Harbour town votes to keep its old lighthouse",
      "By <1>Mara Quill</1>, <2>20 November 2026</2>",
      "The council of Arden decided on Friday evening that the lighthouse above the harbour will stay where it has stood since eighteen hundred and four.",
      "The vote was <1>close</1>: eleven members wanted to keep it, and <2>nine</2> would have sold the ground, as <3>the minutes of the meeting</3> show.",
      "The lamp still burns rapeseed oil on Sundays.",
      "“Nobody who has come home through fog would ask what it is worth.”",
      "What happens next",
      "Repairs begin in March.",
      "They will cost about 40,000 crowns, half of which the harbour pays.",
      "The gallery gets a new railing.",
      "The <1>LED</1> lamp of 1998 is taken out.",
      "The keeper's house opens to visitors",
      "End of article",
      "Contact: editors@arden.example",
    ]);
    const all = paragraphs("all");
    for (const around of ["Letters to the editor", "Ferry runs every hour again"])
      expect(all).toContain(around);
  });

  test("of documentation keep code out of the model's hands", () => {
    openPage("docs");
    const found = paragraphs();
    expect(found).toContain(
      "Set <1/> in <2/> before you call <3><4/></3>; the default of <5/> suits most towers.",
    );
    for (const text of [
      "Lamp configuration",
      "Never look into the lens while the lamp is lit.",
      "How often the lens turns in a minute",
      "The glass in front of the flame, such as <1>red</1> or <2>green</2>",
      "A light whose colour tells a ship on which side of the channel it is.",
      "Before version four the file was called <1/>.",
      "Energy is <1/>, as everybody knows.",
    ])
      expect(found).toContain(text);
    expect(found.join("\n")).not.toMatch(/per minute|--version|Installing|mc2/);
  });

  test("of a forum are cut at empty lines, and leave fields alone", () => {
    openPage("forum");
    const found = paragraphs();
    for (const text of [
      "How do I clean an old Fresnel lens?",
      "I have a lens of the third order, made around 1880, and it has grown quite dim.",
      "Is it safe to use <1>vinegar</1>, or does that hurt the putty?",
      "<1>tove wrote:</1> Is it safe to use vinegar?",
      "No! Take warm water, a drop of soap, and a <1>very</1> soft cloth :)",
    ])
      expect(found).toContain(text);
    expect(found.join("\n")).not.toMatch(/nobody's business|Post\b.*Post/);
  });

  test("of a page from right to left are those of any other", () => {
    openPage("right-to-left");
    expect(paragraphs()).toHaveLength(4);
    expect(paragraphs()[2]).toBe(
      "يكتب الحارس <1>في دفتره</1> حالة الطقس كل مساء، ويستخدم الأمر <2/> لإشعال المصباح.",
    );
  });

  test("end where a block or something that is not read stands between", () => {
    open("<main>one <div>two</div> three <pre>code</pre> four<p>five</p></main>");
    expect(paragraphs("all")).toEqual(["one", "two", "three", "four", "five"]);
  });

  test("of headlines are without the sign by which they are linked to, and keep what ends a sentence", () => {
    open('<h1>Lamp<a href="#lamp">¶</a></h1><p>Read <a href="/m">the manual</a>.</p><p>Well <b>😀</b></p>');
    expect(paragraphs("all")).toEqual(["Lamp", "Read <1>the manual</1>.", "Well <1>😀</1>"]);
  });

  test("are not cut by a link that lays out its parts in the line", () => {
    open(
      '<p>As <a href="/m" style="display:inline-flex"><span style="display:block">the minutes</span></a> show.</p>',
    );
    expect(paragraphs("all")).toEqual(["As <1><2>the minutes</2></1> show."]);
    open(
      '<p>As <a href="/m" style="display:inline-block"><span style="display:flex"><span style="display:block">the minutes</span></span></a> show.</p>',
    );
    expect(paragraphs("all")).toEqual(["As <1><2><3>the minutes</3></2></1> show."]);
    open(
      '<a href="/m" style="display:inline-block"><span style="display:block">Title</span><span style="display:block">Teaser</span></a>',
    );
    expect(paragraphs("all")).toEqual(["Title", "Teaser"]);
  });

  test("are found in links that are blocks", () => {
    open('<a href="/a" style="display:block"><h3>Title</h3><p>Teaser of it</p></a>');
    expect(paragraphs("all")).toEqual(["Title", "Teaser of it"]);
  });
});

describe("the main content of a page that does not say which it is", () => {
  const long = (words: string) => `${words} `.repeat(12);
  const STORY = `<div class="text"><div>${long("The lamp burns oil.")}</div><div>${long("The keeper writes.")}</div></div>`;
  const roots = () => contentRoots(document, "main").map((root) => root.className || root.localName);

  test("is what holds most of its paragraphs, with the headline above it", () => {
    open(`<div class="page"><div class="top"><a href="/">Arden</a> <a href="/a">All that stands in this menu of ours</a></div>
      <div class="body"><div class="side"><div>Most read</div><a href="/b">The ferry runs every hour again from Monday on</a></div>
      <h1>Arden</h1>${STORY}</div><div class="end">All rights reserved.</div></div>`);
    expect(roots()).toEqual(["h1", "text"]);
    expect(paragraphs().map((text) => text.slice(0, 8))).toEqual(["Arden", "The lamp", "The keep"]);
    expect(paragraphs("all").join()).toContain("Most read");
  });

  test("is all posts, however long one of them is", () => {
    const post = (words: string) => `<div class="post"><div>${words}</div></div>`;
    const posts = [
      long("The lamp burns oil, and the keeper writes."),
      "Nobody had seen it before that evening.",
    ];
    open(`<div class="posts">${posts.map(post).join("")}</div><div class="side">About us</div>`);
    expect(roots()).toEqual(["posts"]);
  });

  test("is all of the page where it has no such part: a few words, two columns, a list of links", () => {
    for (const html of [
      "<div><div>The lamp burns oil, and the keeper writes it down.</div></div><div>About</div>",
      `<div class="a">${STORY}</div><div class="b">${STORY}</div>`,
      `<div><a href="/a">${long("The ferry runs every hour.")}</a></div><div>About</div>`,
    ]) {
      open(html);
      expect(roots(), html).toEqual(["body"]);
    }
  });

  test("stays what it is while its translations come", () => {
    open(`<div class="side">Most read</div>${STORY}`);
    expect(roots()).toEqual(["text"]);
    const side = document.querySelector(".side") as Element;
    side.innerHTML += `<ensemble-translation>${long("Das liest man am meisten, jeden Tag.").repeat(9)}</ensemble-translation>`;
    expect(roots()).toEqual(["text"]);
  });

  test("of a forum's saved page are its posts, not what is around them", () => {
    openSite("forum");
    const found = paragraphs();
    expect(found[0]).toBe("How do I clean an old Fresnel lens?");
    expect(found.join("\n")).toContain("I have a lens of the third order, made around 1880");
    expect(found.join("\n")).toContain("Linseed oil putty with whiting, no lead.");
    expect(found.join("\n")).not.toMatch(
      /Subscri|Post reply|View my posts|Forum index|Advanced|Attach|Subject|Message/,
    );
    expect(paragraphs("all").join("\n")).toMatch(/Subscriptions/);
  });
});

describe("the paragraph at a point", () => {
  test("is that whose translation stands there", () => {
    const translation = (of: string) =>
      `<ensemble-translation style="display:block">${of}</ensemble-translation>`;
    open(`<p>one${translation("eins")}<br><br>two${translation("<b>zwei</b>")}</p>`);
    const nodes = new PageNodes("all");
    const at = (element: Element | null) => runAt(element, { x: -1, y: -1 }, nodes);
    const [one, two] = document.querySelectorAll("ensemble-translation");
    for (const [element, said, place] of [
      [one, "one", one],
      [two, "two", two],
      [two?.firstElementChild, "two", two],
    ] as const) {
      const run = at(element ?? null);
      expect(run?.nodes.map((node) => node.textContent).join("")).toBe(said);
      expect(run && placeUnder(run)).toBe(place);
    }
    expect(at(document.querySelector("p"))).toBeNull();
  });
});

describe("a paragraph with marks", () => {
  const marked = (html: string) => {
    open(`<p>${html}</p>`);
    const nodes = new PageNodes("all");
    const [run] = findRuns(document.body, nodes);
    if (!run) throw new Error("there is no paragraph");
    return markedText(run, nodes);
  };
  const htmlOf = (fragment: DocumentFragment | null) => {
    const box = document.createElement("div");
    if (fragment) box.append(fragment);
    return fragment ? box.innerHTML : null;
  };

  test("comes back with its links and its code, in another order", () => {
    const text = marked(
      'Run <code>go</code> and read <a id="x" onclick="y()" href="/m">the <b>long</b> manual</a>.',
    );
    expect(text.text).toBe("Run <1/> and read <2>the <3>long</3> manual</2>.");
    const back = readTranslation(text, "Lies <2>das <3>lange</3> Handbuch</2>, dann <1/>.", document);
    expect(htmlOf(back)).toBe('Lies <a href="/m">das <b>lange</b> Handbuch</a>, dann <code>go</code>.');
  });

  test("is refused where a mark is missing, twice, crossed or made up", () => {
    const text = marked("Run <code>go</code> and <a href='/m'>read <b>it</b></a>.");
    for (const wrong of [
      "Lies <2>es <3>jetzt</3></2>.",
      "<1/> <1/> <2>es <3>jetzt</3></2>.",
      "<1/> <2>es <3>jetzt</2></3>.",
      "<1/> <2>es <3>jetzt</3></2> <4/>.",
      "<1> <2>es <3>jetzt</3></2>.",
      "<1/> <2>es <3>jetzt</3>.",
    ])
      expect(readTranslation(text, wrong, document), wrong).toBeNull();
  });

  test("needs no mark for what is around all of it", () => {
    const text = marked("<a href='/m'><span>Everything</span></a>");
    expect(text.text).toBe("Everything");
    expect(htmlOf(readTranslation(text, "Alles", document))).toBe('<a href="/m"><span>Alles</span></a>');
  });

  test("shows what a model writes as text, whatever it is", () => {
    const text = marked("Hello");
    const back = readTranslation(text, "<img src=x onerror=alert(1)>\n<b>x</b>", document);
    expect(htmlOf(back)).toBe("&lt;img src=x onerror=alert(1)&gt;<br>&lt;b&gt;x&lt;/b&gt;");
  });

  test("keeps its lines, and passes over what says nothing", () => {
    expect(marked("one<br> two <i class='icon'></i><a id='here'></a> three").text).toBe("one\ntwo three");
  });

  test("is left alone where its own words look like marks", () => {
    expect(isMarkedWell(marked("the tag &lt;1&gt; and <b>bold</b>"))).toBe(false);
    expect(isMarkedWell(marked("the tag &lt;b&gt; and <b>bold</b>"))).toBe(true);
    expect(plainText("Run <1/> and <2>read</2>")).toBe("Run and read");
  });
});
