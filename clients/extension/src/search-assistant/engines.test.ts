import { describe, expect, test } from "vitest";
import bundled from "../../../../contract/search-engines.json";
import { coversHost, findSearch, homeOf, readEngines } from "./engines";

const list = readEngines(bundled);
if (!list) throw new Error("the bundled list cannot be used");
const found = (address: string) => {
  const search = findSearch(list, address);
  return search && `${search.engine.id}: ${search.query}`;
};

describe("the page of a search", () => {
  test.each([
    ["https://www.google.com/search?q=why+is+the+sky+blue", "google: why is the sky blue"],
    ["https://www.google.co.uk/search?q=lighthouse&udm=14", "google: lighthouse"],
    ["https://google.de/search?q=Leuchtturm", "google: Leuchtturm"],
    ["https://www.bing.com/search?q=lighthouse&form=QBLH", "bing: lighthouse"],
    ["https://duckduckgo.com/?q=lighthouse&ia=web", "duckduckgo: lighthouse"],
    ["https://www.baidu.com/s?wd=%E7%81%AF%E5%A1%94", "baidu: 灯塔"],
    ["https://m.baidu.com/s?word=%E7%81%AF%E5%A1%94", "baidu: 灯塔"],
    ["https://yandex.com.tr/search/?text=deniz+feneri", "yandex: deniz feneri"],
    ["https://ya.ru/search/?text=%D0%BC%D0%B0%D1%8F%D0%BA", "yandex: маяк"],
    ["https://search.brave.com/search?q=lighthouse&source=web", "brave: lighthouse"],
    ["https://search.yahoo.com/search;_ylt=Awr?p=lighthouse", "yahoo: lighthouse"],
    ["https://de.search.yahoo.com/search?p=Leuchtturm", "yahoo: Leuchtturm"],
    ["https://search.naver.com/search.naver?where=nexearch&query=%EB%93%B1%EB%8C%80", "naver: 등대"],
    ["https://www.ecosia.org/search?q=lighthouse", "ecosia: lighthouse"],
    ["https://www.startpage.com/sp/search", "startpage: "],
    ["https://kagi.com/search?q=lighthouse", "kagi: lighthouse"],
  ])("%s", (address, search) => expect(found(address)).toBe(search));

  test.each([
    "https://www.google.com/",
    "https://www.google.com/maps?q=lighthouse",
    "https://www.google.com/search?q=lighthouse&tbm=isch",
    "https://www.google.com/search?q=lighthouse&udm=2",
    "https://google.com.evil.example/search?q=x",
    "https://google.evil.example/search?q=x",
    "https://notgoogle.com/search?q=x",
    "https://duckduckgo.com/?q=lighthouse&iax=images&ia=images",
    "https://search.naver.com/search.naver?where=image&query=x",
    `https://www.bing.com/search?q=${"x".repeat(1_001)}`,
    "https://example.org/search?q=lighthouse",
    "nonsense",
  ])("is not %s", (address) => expect(found(address)).toBeNull());
});

test("a country's ending is one, and no name", () => {
  for (const host of ["google.com", "www.google.fr", "www.google.com.br", "google.co.jp"])
    expect(coversHost("google.*", host), host).toBe(true);
  for (const host of ["google.museum", "google.co.evil.com", "google", "agoogle.com"])
    expect(coversHost("google.*", host), host).toBe(false);
});

test("an engine is allowed where most people meet it", () => {
  const homes = Object.fromEntries(list.engines.map((engine) => [engine.id, homeOf(engine)]));
  expect(homes).toMatchObject({
    google: "www.google.com",
    bing: "www.bing.com",
    brave: "search.brave.com",
    yahoo: "search.yahoo.com",
  });
});

describe("a list of engines", () => {
  const changed = (change: (copy: typeof bundled) => unknown) => {
    const copy = structuredClone(bundled);
    change(copy);
    return readEngines(copy);
  };
  type Any = Record<string, unknown>;

  test("is taken as it is where all of it fits", () => {
    expect(changed((copy) => copy.engines.splice(1))?.engines).toHaveLength(1);
    expect(readEngines({ version: 7, engines: [] })).toEqual({ version: 7, engines: [] });
  });

  test("is refused as a whole where anything does not", () => {
    const engine = (copy: typeof bundled) => copy.engines[0] as unknown as Any;
    for (const change of [
      (copy: Any) => Object.assign(copy, { script: "alert(1)" }),
      (copy: typeof bundled) => Object.assign(engine(copy), { hosts: ["*"] }),
      (copy: typeof bundled) => Object.assign(engine(copy), { hosts: ["com"] }),
      (copy: typeof bundled) => Object.assign(engine(copy), { hosts: ["*.com"] }),
      (copy: typeof bundled) => Object.assign(engine(copy), { run: "x" }),
      (copy: typeof bundled) => Object.assign(engine(copy), { id: "bing" }),
      (copy: typeof bundled) => Object.assign(engine(copy), { paths: ["search"] }),
      (copy: typeof bundled) => Object.assign(engine(copy), { field: "a{}" }),
      (copy: typeof bundled) => Object.assign(engine(copy), { field: "x".repeat(301) }),
      (copy: typeof bundled) => Object.assign(engine(copy), { places: [{ selector: "#a", at: "over" }] }),
      (copy: typeof bundled) => Object.assign(engine(copy), { results: { item: "a" } }),
    ])
      expect(changed(change as never)).toBeNull();
    for (const sent of [null, [], "x", { version: "1", engines: [] }, { version: 1, engines: {} }])
      expect(readEngines(sent)).toBeNull();
  });
});
