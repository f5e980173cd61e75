import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PanelCard } from "./PanelCard";

afterEach(cleanup);

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const answerOf = (language: string, content: string) =>
  `Here:\n\`\`\`\`${language} artifact="clock" title="A clock"\n${content}\n\`\`\`\``;
const place = (answer: string, streaming = false) => ({
  conversationId: "c",
  messageId: "m",
  answer,
  streaming,
});
const link = () => screen.findByRole("link", { name: /A clock/ });

test("an artifact opens in the web app, as soon as it is stored", async () => {
  serve({
    "GET /api/artifacts": { items: [{ id: "a1", identifier: "clock", title: "A clock" }], next_cursor: null },
  });
  await renderIn(<PanelCard place={place(answerOf("html", "<h1>Now</h1>"))} code="<h1>Now</h1>" closed />, {
    areas: ["artifacts"],
  });
  await waitFor(async () => expect((await link()).getAttribute("href")).toMatch(/\/artifacts\/a1$/));
  expect((await link()).textContent).toContain("Web page");
  expect(screen.queryByRole("img")).toBeNull();
});

test("while it is written, its chat opens, and the server is not asked", async () => {
  const seen = serve({});
  const answer = answerOf("html", "<h1>Now</h1>").replace(/\n````$/, "");
  await renderIn(<PanelCard place={place(answer, true)} code="<h1>Now</h1>" closed={false} />, {
    areas: ["artifacts"],
  });
  expect((await link()).getAttribute("href")).toMatch(/\/home\/chat\/chat\/c$/);
  expect(seen).toEqual([]);
});

test("a drawing is shown as a picture, in which nothing runs", async () => {
  serve({ "GET /api/artifacts": { items: [], next_cursor: null } });
  await renderIn(<PanelCard place={place(answerOf("svg", DRAWING))} code={DRAWING} closed />, {
    areas: ["artifacts"],
  });
  const picture = await screen.findByRole("img", { name: "A clock" });
  expect(picture.getAttribute("src")).toBe(`data:image/svg+xml,${encodeURIComponent(DRAWING)}`);
});
