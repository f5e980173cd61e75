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

  test("keeps its own words apart from marks, though they look like them", () => {
    const template = marked("Write &lt;1&gt; for the first and &lt;2/&gt; for <b>both</b>");
    expect(template.text).toBe("Write <1/> for the first and <2/> for <3>both</3>");
    expect(isMarkedWell(template)).toBe(true);
    const back = readTranslation(template, "Schreibe <1/> zuerst und <2/> für <3>beide</3>", document);
    expect(htmlOf(back)).toBe("Schreibe &lt;1&gt; zuerst und &lt;2/&gt; für <b>beide</b>");
    expect(plainText("Run <1/> and <2>read</2>")).toBe("Run and read");
  });
});

describe("what stands in a page beside its words", () => {
  const found = (html: string) => {
    document.documentElement.lang = "";
    document.body.innerHTML = html;
    return paragraphs("all");
  };
  test.each([
    ["readings", "<p>私は<ruby>日本<rp>(</rp><rt>にほん</rt><rp>)</rp></ruby>に住む</p>", ["私は日本に住む"]],
    ["a button that is a heading", "<h3><button>How do I return it?</button></h3>", ["How do I return it?"]],
    [
      "a button that opens a text",
      `<div><button aria-expanded="false">How do I return something?</button></div>`,
      ["How do I return something?"],
    ],
    ["a command beside a heading", "<h3>Title <button>Edit</button></h3>", ["Title"]],
    [
      "a block not to be translated",
      `<div>Run this command:<div class="highlight notranslate"><b>npm i</b></div>and read on.</div>`,
      ["Run this command:", "and read on."],
    ],
    ["a name not to be translated", "<p>Ask <span translate=no>Kate</span> soon</p>", ["Ask <1/> soon"]],
    [
      "pictures of their own",
      `<div>Here is one.<br><img height="300"><br>And a second.<br><img><br>That is all.</div>`,
      ["Here is one.", "And a second.", "That is all."],
    ],
    ["a picture in the line", `<p>I <img height="16"> you all</p>`, ["I <1/> you all"]],
    ["words without opacity", `<p>Seen.<span style="opacity:0"> Not seen.</span></p>`, ["Seen."]],
    [
      "words without opacity by a filter",
      `<p>Seen.</p><p style="filter:opacity(0)">Not seen.</p>`,
      ["Seen."],
    ],
    ["words without a scale", `<p>Seen.</p><p style="transform:scale(0)">Not seen.</p>`, ["Seen."]],
    [
      "words in the color of what is behind them",
      `<p>Seen.</p><p style="color:#fff;background-color:#fff">Not seen.</p>`,
      ["Seen."],
    ],
    ["words without size", `<p style="font-size:0">Not seen.</p><p>Seen.</p>`, ["Seen."]],
    [
      "words with a size in an element without",
      `<p style="font-size:0px">no<span style="font-size:16px">Seen here</span></p>`,
      ["Seen here"],
    ],
    ["words far outside", `<p>Seen.<span style="position:absolute;left:-9999px"> no</span></p>`, ["Seen."]],
    [
      "a caption over a film, and no headline over a picture that moves",
      `<p>Seen.</p><div><video></video><div style="position:absolute"><span>Said.</span></div></div>
       <div><video loop></video><div style="position:absolute"><h1>Seen, too.</h1></div></div>`,
      ["Seen.", "Seen, too."],
    ],
    ["an editable part", `<p>Seen.</p><div contenteditable><p>Mine.</p></div>`, ["Seen."]],
  ])("is left alone: %s", (_, html, wanted) => expect(found(html)).toEqual(wanted));

  test("is a whole page, where a person writes in it", () => {
    document.body.setAttribute("contenteditable", "");
    expect(found("<main><p>My own words.</p></main>")).toEqual([]);
    document.body.removeAttribute("contenteditable");
    document.designMode = "on";
    expect(found("<main><p>My own words.</p></main>")).toEqual([]);
    document.designMode = "off";
  });

  test("is a long chapter in one element, which is cut at its lines", () => {
    const lines = Array.from({ length: 60 }, (_, at) => `Line ${at}: ${"the keeper writes. ".repeat(5)}`);
    const parts = found(`<div>${lines.join("<br>")}</div>`);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.join("\n").split("\n")).toHaveLength(60);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(2_000);
  });

  test("comes without scripts, data and custom elements in a translation", () => {
    let made = 0;
    customElements.define(
      "price-tag",
      class extends HTMLElement {
        connectedCallback() {
          made += 1;
        }
      },
    );
    document.body.innerHTML = `<p>It is <price-tag class="p" data-controller="tag">12</price-tag> each, see <a href="/x" id="l" x-on:click="go" onclick="go()">more</a></p>`;
    const before = made;
    const [run] = findRuns(document.body, new PageNodes("all"));
    const text = markedText(run as never, new PageNodes("all"));
    const back = readTranslation(text, "Es kostet <1>12</1>, <2>mehr</2>", document);
    const holder = document.createElement("div");
    holder.append(back as Node);
    expect(holder.innerHTML).toBe(`Es kostet <span class="p">12</span>, <a href="/x">mehr</a>`);
    document.body.append(holder);
    expect(made).toBe(before);
  });
});
