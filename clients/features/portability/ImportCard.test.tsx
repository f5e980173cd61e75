import { readdirSync, readFileSync } from "node:fs";
import { renderIn } from "@ensemble/blocks/testing";
import type { Import, ImportReport } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ImportCard } from "./ImportCard";

const importing: Import = {
  id: "i1",
  name: "conversations.zip",
  size_bytes: 40_000_000,
  piece_bytes: 8_000_000,
  state: "importing",
  done: 3_000,
  total: 10_000,
  report: null,
  problem: null,
  created_at: "2026-11-20T12:00:00Z",
};

afterEach(cleanup);

// issue 3: "a 10,000-conversation archive imported in under 60 s with progress"
test("an import says how far it is, and offers nothing to press meanwhile", async () => {
  await renderIn(<ImportCard item={importing} />, { areas: ["portability"] });

  const bar = screen.getByRole("progressbar", { name: "Importing…" });
  expect(bar.getAttribute("aria-valuenow")).toBe("3000");
  expect(bar.getAttribute("aria-valuemax")).toBe("10000");
  expect(screen.getByText("3,000 of 10,000 chats")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("an archive that is looked through has no end that is known", async () => {
  await renderIn(<ImportCard item={{ ...importing, state: "checking", done: 0, total: null }} />, {
    areas: ["portability"],
  });

  expect(screen.getByText("Reading…")).toBeTruthy();
  expect(screen.getByRole("progressbar").hasAttribute("aria-valuenow")).toBe(false);
});

/** Kinds of entries that the server's areas add to an archive. */
const kinds = readdirSync("server/features", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".rs"))
  .map((path) => readFileSync(`server/features/${path}`, "utf8"))
  .flatMap((source) => [...source.matchAll(/ArchiveSource for [\s\S]*?fn name\(&self\)[^"]*"(\w+)"/g)])
  .map(([, kind]) => kind as string);

test.each(kinds)("what an archive holds as %s has a name that people know", async (kind) => {
  const report: ImportReport = {
    origins: ["ensemble"],
    conversations: 0,
    messages: 0,
    branches: 0,
    new_conversations: 0,
    new_messages: 0,
    present_conversations: 0,
    other: { [kind]: 7 },
    unmapped_counts: {},
    unmapped: [],
  };
  await renderIn(<ImportCard item={{ ...importing, state: "checked", report }} />, {
    areas: ["portability"],
  });

  expect(screen.getByText(/ 7$/).textContent).toMatch(/^[A-Z][A-Za-z ]+ 7$/);
});
