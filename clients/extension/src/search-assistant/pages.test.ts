import { beforeEach, describe, expect, test } from "vitest";
import bundled from "../../../../contract/search-engines.json";
import { findSearch, readEngines } from "./engines";
import { findPlace } from "./place";
import { queryInField, readResults } from "./results";

const list = readEngines(bundled);
if (!list) throw new Error("the bundled list cannot be used");

/** Simplified results pages of engines for "arden lamp": a field, an advertisement, two results. */
const PAGES: Readonly<Record<string, { address: string; html: string; place: string }>> = {
  duckduckgo: {
    address: "https://duckduckgo.com/?q=arden+lamp&ia=web",
    place: "[data-area=sidebar]",
    html: `<form id="search_form"><input name="q" value="arden lamp"></form>
      <div data-area="content"><section data-area="mainline"><ol class="react-results--main">
        <li data-layout="ad"><article data-testid="ad"><h2><a href="https://ad.example/x">Lamps for sale</a></h2></article></li>
        <li data-layout="organic"><article data-testid="result"><div><a href="https://www.one.example/lamp">one.example › lamp</a></div>
          <div><h2><a data-testid="result-title-a" href="https://www.one.example/lamp"><span>The lamp of Arden</span></a></h2></div>
          <div data-result="snippet"><div><span>It burns <b>oil</b>.</span></div></div></article></li>
        <li data-layout="organic"><article data-testid="result"><h2><a href="https://two.example/">Two</a></h2></article></li>
      </ol></section><section data-area="sidebar"><i></i></section></div>`,
  },
  "duckduckgo without scripts": {
    address: "https://duckduckgo.com/html/?q=arden+lamp",
    place: "#links",
    html: `<form><input name="q" value="arden lamp"></form><div id="links" class="results">
      <div class="result results_links web-result"><div class="links_main result__body"><h2 class="result__title"><a class="result__a" href="https://www.one.example/lamp">The lamp of Arden</a></h2>
        <a class="result__snippet" href="https://www.one.example/lamp">It burns <b>oil</b>.</a></div></div>
      <div class="result web-result"><h2><a href="https://two.example/">Two</a></h2></div></div>`,
  },
  bing: {
    address: "https://www.bing.com/search?q=arden+lamp&form=QBLH",
    place: "#b_context",
    html: `<textarea id="sb_form_q">arden lamp</textarea><div id="b_content"><main aria-label="Results"><ol id="b_results">
        <li class="b_ad"><h2><a href="https://ad.example/x">Lamps for sale</a></h2></li>
        <li class="b_algo"><div class="b_tpcn"><a class="tilk" href="https://www.one.example/lamp">one.example</a></div><h2><a href="https://www.one.example/lamp">The lamp of Arden</a></h2>
          <div class="b_caption"><p class="b_lineclamp2">It burns <strong>oil</strong>.</p></div></li>
        <li class="b_algo"><h2><a href="https://two.example/">Two</a></h2></li>
      </ol></main><aside aria-label="Additional results"><ol id="b_context"><i></i></ol></aside></div>`,
  },
  brave: {
    address: "https://search.brave.com/search?q=arden+lamp&source=web",
    place: ".sidebar",
    html: `<form><textarea id="searchbox" name="q">arden lamp</textarea></form><main><div id="results">
        <div class="snippet" data-type="ad"><a href="https://ad.example/x"><div class="title">Lamps for sale</div></a></div>
        <div class="snippet svelte-x" data-type="web" data-pos="1"><a href="https://www.one.example/lamp" class="l1"><div class="site-name-wrapper">One</div><div class="title search-snippet-title">The lamp of Arden</div></a>
          <div class="generic-snippet"><div class="content">It burns <strong>oil</strong>.</div></div></div>
        <div class="snippet" data-type="web" data-pos="2"><a href="https://two.example/"><div class="title">Two</div></a></div>
      </div><aside class="sidebar"><i></i></aside></main>`,
  },
  baidu: {
    address: "https://www.baidu.com/s?ie=utf-8&wd=arden%20lamp",
    place: "#content_right",
    html: `<form id="form"><input id="kw" name="wd" value="arden lamp"></form><div id="wrapper_wrapper"><div id="container">
        <div id="content_right"><i></i></div><div id="content_left">
        <div class="ec_ad"><h3><a href="https://ad.example/x">Lamps for sale</a></h3></div>
        <div class="result c-container xpath-log new-pmd" tpl="se_com_default"><div class="c-container"><h3 class="c-title t"><a href="https://www.one.example/lamp">The lamp of <em>Arden</em></a></h3>
          <div class="c-row"><span class="content-right_8Zs40">It burns oil.</span></div></div></div>
        <div class="result c-container"><h3 class="t"><a href="https://two.example/">Two</a></h3></div>
      </div></div></div>`,
  },
  yandex: {
    address: "https://yandex.com/search/?text=arden+lamp&lr=10393",
    place: "#search-result-aside",
    html: `<form role="search"><input name="text" value="arden lamp"></form><div class="main__content"><ul id="search-result">
        <li class="serp-adv-item"><h2><a href="https://ad.example/x">Lamps for sale</a></h2></li>
        <li class="serp-item serp-item_card"><div class="Organic"><a class="Link OrganicTitle-Link" href="https://www.one.example/lamp"><h2 class="OrganicTitle-LinkText"><span>The lamp of <b>Arden</b></span></h2></a>
          <div class="OrganicText"><span class="OrganicTextContentSpan">It burns <b>oil</b>.</span></div></div></li>
        <li class="serp-item"><a class="OrganicTitle-Link" href="https://two.example/"><h2>Two</h2></a></li>
      </ul><ul id="search-result-aside"><i></i></ul></div>`,
  },
  yahoo: {
    address: "https://search.yahoo.com/search;_ylt=Awr?p=arden+lamp&fr=yfp-t",
    place: "#right",
    html: `<form><input name="p" value="arden lamp"></form><div id="results"><div id="cols"><div id="left"><div id="main">
        <ol class="searchCenterTopAds"><li><h3><a href="https://ad.example/x">Lamps for sale</a></h3></li></ol>
        <div id="web"><ol class="searchCenterMiddle">
          <li><div class="dd algo algo-sr relsrch"><div class="compTitle"><a href="https://www.one.example/lamp"><h3 class="title"><span>The lamp of <b>Arden</b></span></h3></a></div>
            <div class="compText"><p><span>It burns <b>oil</b>.</span></p></div></div></li>
          <li><div class="algo"><div class="compTitle"><h3><a href="https://two.example/">Two</a></h3></div></div></li>
        </ol></div></div></div><div id="right"><i></i></div></div></div>`,
  },
};

beforeEach(() => {
  Element.prototype.checkVisibility = () => true;
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 400, 10);
});

describe.each(Object.entries(PAGES))("the results of %s", (name, { address, html, place }) => {
  const search = findSearch(list, address);

  test("are those of the web, without advertisements", () => {
    document.body.innerHTML = html;
    expect(search?.engine.id).toBe(name.split(" ")[0]);
    expect(search?.query).toBe("arden lamp");
    expect(search && readResults(document, search.engine)).toEqual([
      {
        title: "The lamp of Arden",
        address: "https://www.one.example/lamp",
        site: "one.example",
        snippet: "It burns oil.",
      },
      { title: "Two", address: "https://two.example/", site: "two.example", snippet: "" },
    ]);
    expect(search && queryInField(document, search.engine)).toBe("arden lamp");
  });

  test("have a place beside them", () => {
    document.body.innerHTML = html;
    const host = document.createElement("b");
    const put = search && findPlace(document, search.engine);
    put?.(host);
    const beside = document.querySelector(place);
    expect(beside?.contains(host) || host.nextElementSibling === beside).toBe(true);
  });
});
