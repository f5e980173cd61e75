import { expect, test } from "vitest";
import { linkTo, ownPlace, withOwnLinks } from "./own-links";

const BASE = "https://ensemble.example/ar/";
const ID = "019aa000-0000-7000-8000-00000000a001";

test("links to places here become addresses of this site, but for those in code", () => {
  const body = `[Moon](/home/memo/${ID}) [[3]](</home/read/1#place-3>) [x](/api/memos) \`[a](/home/memo/1)\`\n\n\`\`\`md\n[b](/home/memo/2)\n\`\`\`\n[c](/webapp/doc-chat?doc_id=1)`;
  expect(withOwnLinks(body, BASE)).toBe(
    `[Moon](${BASE}home/memo/${ID}) [[3]](<${BASE}home/read/1#place-3>) [x](/api/memos) \`[a](/home/memo/1)\`\n\n\`\`\`md\n[b](/home/memo/2)\n\`\`\`\n[c](${BASE}webapp/doc-chat?doc_id=1)`,
  );
});

test("an address leads to a place here or elsewhere", () => {
  expect(ownPlace(`${BASE}home/memo/${ID}?q=a`, BASE)).toBe(`/home/memo/${ID}?q=a`);
  for (const elsewhere of [`${BASE}login`, "https://ensemble.example/home/memo/1", "https://e.org/home/"])
    expect(ownPlace(elsewhere, BASE)).toBeNull();
});

test("the name of a link never ends it", () => {
  expect(linkTo(" a]\n[b`c ", "/home/memo/1")).toBe("[a\\] \\[b\\`c](/home/memo/1)");
});
