import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { blankMemo } from "./memo-queries";
import { SourceField } from "./SourceField";

afterEach(cleanup);

test("the focus goes into the field of an address, and back to what opened it", async () => {
  serve({ "GET /api/memos": { items: [] } });
  const memo = { ...blankMemo("m1"), version: 1, source_url: "https://example.org/tides" };
  await renderIn(<SourceField memo={memo} canChange />, { areas: ["memos"] });
  await userEvent.click(await screen.findByRole("button", { name: "Change the address" }));
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Address of the page" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Address of the page" }), "x");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Change the address" }));
});
