import { expect, test } from "vitest";
import { fileAddress, linkTo, ownPlace, withOwnLinks } from "./own-links";

const BASE = "https://ensemble.example/ar/";
const ID = "019aa000-0000-7000-8000-00000000a001";

test("links to things here become addresses of this site, but for those in code", () => {
  const body = `[Moon](/home/memo/${ID}) [[3]](</home/read/${ID}#place-3>) \`[a](/home/memo/${ID})\`\n\n\`\`\`md\n[b](/home/memo/${ID})\n\`\`\`\n[c](/webapp/doc-chat?doc_id=1&q=The%20rent)`;
  expect(withOwnLinks(body, BASE)).toBe(
    `[Moon](${BASE}home/memo/${ID}) [[3]](<${BASE}home/read/${ID}#place-3>) \`[a](/home/memo/${ID})\`\n\n\`\`\`md\n[b](/home/memo/${ID})\n\`\`\`\n[c](${BASE}webapp/doc-chat?doc_id=1&q=The%20rent)`,
  );
});

// security AG: a text may be a model's, and must start nothing
test("a text leads to nothing that does something when it is opened", () => {
  for (const path of [
    "/home/chat?q=Delete%20all",
    `/home/chat/a/${ID}?q=Delete%20all`,
    "/home/search?q=x",
    "/authorize?redirect_url=x",
    "/api/memos",
    "/settings/data",
    "//evil.example/home/memo/1",
    `/home/memo/../../authorize`,
    `/home/chat/../${ID}`,
  ]) {
    expect(withOwnLinks(`[x](${path})`, BASE)).toBe(`[x](${path})`);
    expect(ownPlace(BASE + path.slice(1), BASE), path).toBeNull();
  }
});

test("an address leads to a thing here or elsewhere", () => {
  expect(ownPlace(`${BASE}home/memo/${ID}?q=a`, BASE)).toBe(`/home/memo/${ID}?q=a`);
  expect(ownPlace(`${BASE}home/chat/a-name/${ID}#${ID}`, BASE)).toBe(`/home/chat/a-name/${ID}#${ID}`);
  for (const elsewhere of [`${BASE}login`, `https://ensemble.example/home/memo/${ID}`, "https://e.org/home/"])
    expect(ownPlace(elsewhere, BASE)).toBeNull();
});

test("the name of a link never ends it", () => {
  expect(linkTo(" a]\n[b`c ", "/home/memo/1")).toBe("[a\\] \\[b\\`c](/home/memo/1)");
});

test("a file that a text links to is opened at its address, and an image stays a path", () => {
  const path = `/api/documents/files/${ID}/content`;
  const address = `https://ensemble.example${path}`;
  expect(withOwnLinks(`[Plan](${path}) ![Lake](${path})`, BASE)).toBe(`[Plan](${address}) ![Lake](${path})`);
  expect(fileAddress(path, BASE)).toBe(address);
  expect(ownPlace(address, BASE)).toBeNull();
  for (const other of [
    `/api/documents/files/${ID}`,
    `${path}?x=1`,
    "/api/documents/files/a/content",
    "//e.org",
  ])
    expect(fileAddress(other, BASE), other).toBeNull();
});
