import type { CitationPart } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test } from "vitest";
import { Citations } from "./Citations";
import { renderIn, serve } from "./testing";

afterEach(cleanup);
beforeAll(() => {
  // Nothing is drawn here, so nothing scrolls.
  Element.prototype.scrollIntoView = () => undefined;
});

const lease: CitationPart = {
  id: "s1",
  kind: "citation",
  title: "lease.pdf",
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

  await userEvent.setup().click(screen.getByRole("button", { name: /lease\.pdf/ }));
  await waitFor(() =>
    expect([...document.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
      "The deposit is 1850 euros.",
    ]),
  );
  const page = document.querySelector("mark")?.closest("[data-page]");
  expect(page?.getAttribute("data-page")).toBe("2");
});
