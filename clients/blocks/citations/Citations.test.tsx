import type { CitationPart } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test } from "vitest";
import { MessageParts } from "../answers/MessageParts";
import { renderIn, serve } from "../testing";
import { Citations } from "./Citations";

afterEach(cleanup);
beforeAll(() => {
  // There is no layout here, so nothing scrolls.
  Element.prototype.scrollIntoView = () => undefined;
});

const lease: CitationPart = {
  id: "s1",
  kind: "citation",
  title: "lease.docx",
  url: null,
  quote: "The deposit is 1850 euros.",
  conversation_id: null,
  message_id: null,
  file_id: "f1",
  page: 2,
  cites: [
    { statement: "The deposit is 1850 euros", state: "close", quote: "The deposit is 1850 euros." },
    { statement: "Pets are welcome", state: "not_found", quote: null },
  ],
};

test("what a source does not say is marked below, and what it says is marked where it stands", async () => {
  serve({
    "GET /api/documents/files/f1/text": {
      pages: [
        { number: 1, title: null, text: "The rent is 900 euros." },
        { number: 2, title: null, text: "Terms. The deposit is 1850 euros. Pets are not welcome." },
      ],
    },
  });
  await renderIn(<Citations citations={[lease]} />, { areas: ["chat", "search", "documents", "common"] });
  const unfound = (await screen.findByText("Not found in sources")).closest("li");
  expect(unfound?.textContent).toContain("[1] Pets are welcome");

  await userEvent.setup().click(screen.getByRole("button", { name: /lease\.docx/ }));
  await waitFor(() =>
    expect([...document.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
      "The deposit is 1850 euros.",
    ]),
  );
  const page = document.querySelector("mark")?.closest("[data-page]");
  expect(page?.getAttribute("data-page")).toBe("2");
});

test("the numbers of an answer lead to its sources, and one that was not read says so", async () => {
  const page: CitationPart = {
    ...lease,
    title: "The lamp",
    url: "https://example.org/lamp",
    file_id: null,
    page: null,
    cites: [{ statement: "It burns oil", state: "close", quote: "The lamp burns oil." }],
    web: { number: 3, read: false },
  };
  const parts = [{ id: "p1", kind: "text" as const, text: "It burns oil [3], and not gas [4]." }, page];
  await renderIn(<MessageParts parts={parts} streaming={false} />, { areas: ["chat", "search", "common"] });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("link", { name: "[3]" }));
  expect(screen.queryByRole("link", { name: "[4]" })).toBeNull();
  const source = screen.getByRole("link", { name: "Source 3: The lamp" });
  expect(document.activeElement).toBe(source);
  await user.hover(source);
  await screen.findByText("The lamp burns oil.");
  await screen.findByText("The page wasn't read. This is the search engine's snippet.");
});

test("what the person gave opens at the words that the answer takes from it", async () => {
  const memo: CitationPart = {
    ...lease,
    title: "Tide tables",
    file_id: null,
    page: null,
    cites: [
      { statement: "High water is at noon", state: "close", quote: "High water is at noon." },
      { statement: "Low water is at six", state: "close", quote: "Low water is at six." },
    ],
    given: { number: 2, of: "my_memo", thing_id: "m1", path: "/home/memo/m1", at_seconds: null },
  };
  const parts = [{ id: "p1", kind: "text" as const, text: "It is at noon [#2], not at nine [#3]." }, memo];
  await renderIn(<MessageParts parts={parts} streaming={false} />, { areas: ["chat", "search", "common"] });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("link", { name: "[#2]" }));
  expect(screen.queryByRole("link", { name: "[#3]" })).toBeNull();
  const source = screen.getByRole("link", { name: "Source #2: Tide tables" });
  expect(document.activeElement).toBe(source);
  expect(source.getAttribute("href")).toContain("/home/memo/m1?q=High%20water%20is%20at%20noon.");
  await user.hover(source);
  const other = await screen.findByRole("link", { name: "Low water is at six." });
  expect(other.getAttribute("href")).toContain("/home/memo/m1?q=Low%20water%20is%20at%20six.");
});

test("a page that was read opens as it was read, at the words, with the way to the page as it is", async () => {
  serve({
    "GET /api/search/answers/a1/pages/1": {
      number: 1,
      text: "All about lamps. The lamp burns oil. The end.",
    },
  });
  const page: CitationPart = {
    ...lease,
    title: "The lamp",
    url: "https://example.org/lamp",
    file_id: null,
    page: null,
    cites: [{ statement: "It burns oil", state: "close", quote: "The lamp burns oil." }],
    web: { number: 1, read: true, kept_with: "a1" },
  };
  await renderIn(<Citations citations={[page]} />, { areas: ["chat", "search", "documents", "common"] });
  await userEvent.setup().click(screen.getByRole("link", { name: "Source 1: The lamp" }));
  await waitFor(() =>
    expect([...document.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
      "The lamp burns oil.",
    ]),
  );
  const live = await screen.findByRole("link", { name: "Open live page" });
  expect(live.getAttribute("href")).toBe("https://example.org/lamp");
});
