import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { blankMemo } from "../memo-queries";
import { MemoEditor } from "./MemoEditor";
import { SourceField } from "./SourceField";

afterEach(cleanup);

const memo = { ...blankMemo("m1"), version: 1, source_url: "https://example.org/tides" };

function Field() {
  const [typed, setTyped] = useState<string | null>(null);
  return <SourceField memo={memo} canChange typed={typed} onType={setTyped} />;
}

test("the focus goes into the field of an address, and back to what opened it", async () => {
  serve({ "GET /api/memos": { items: [] } });
  await renderIn(<Field />, { areas: ["memos"] });
  await userEvent.click(await screen.findByRole("button", { name: "Edit URL" }));
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Page URL" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Page URL" }), "x");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit URL" }));
});

const address = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Page URL" });

async function typeInEditor() {
  await renderIn(<MemoEditor memo={memo} onDeleted={() => {}} />, { areas: ["memos", "chat"] });
  await userEvent.click(await screen.findByRole("button", { name: "Edit URL" }));
  await userEvent.type(address(), "/neap");
}
const turnTo = (mode: string) => userEvent.click(screen.getByRole("radio", { name: mode }));

// design: "drafts survive reload, refusal, lost network and sign-in"
test("an address half typed is there when the memo was read in between, and takes no focus then", async () => {
  serve({ "GET /api/memos": { items: [] }, "GET /api/memos/tags": { items: [] } });
  await typeInEditor();
  await turnTo("Read");
  expect(screen.queryByRole("textbox", { name: "Page URL" })).toBeNull();
  await turnTo("Write");
  expect(address().value).toBe("https://example.org/tides/neap");
  expect(document.activeElement).not.toBe(address());
});

test("an address that is saved while the memo is read is not typed any more", async () => {
  let answer = (_: unknown) => {};
  const slow = new Promise((resolve) => {
    answer = resolve;
  });
  const seen = serve({
    "GET /api/memos": { items: [] },
    "GET /api/memos/tags": { items: [] },
    "PATCH /api/memos/m1": () => slow,
  });
  await typeInEditor();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await turnTo("Read");
  answer({ ...memo, version: 2 });
  await vi.waitFor(() =>
    expect(seen.filter(({ path }) => path === "/api/memos/tags").length).toBeGreaterThan(1),
  );
  await turnTo("Write");
  expect(screen.getByRole("button", { name: "Edit URL" })).toBeTruthy();
});
