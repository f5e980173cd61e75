import { renderIn, TestRefusal } from "@ensemble/blocks/testing";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ImportDialog } from "./ImportDialog";

afterEach(cleanup);

const page = new File(["<DL><A HREF='https://e.org/'>Tides</A></DL>"], "bookmarks.html");

/** Fake server for imports; returns the called addresses. */
const answerWith = (answer: (dryRun: boolean) => unknown) => {
  const called: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    called.push(String(input));
    const given = answer(String(input).endsWith("dry_run=true"));
    if (given instanceof TestRefusal) {
      return Response.json(given.problem, { status: given.problem.status });
    }
    return Response.json(given);
  });
  return called;
};

const open = async () => {
  const onClose = vi.fn();
  await renderIn(<ImportDialog onClose={onClose} />, { areas: ["memos"] });
  const user = userEvent.setup();
  await user.upload(await screen.findByLabelText("Choose file", { selector: "input" }), page);
  return user;
};

describe("ImportDialog", () => {
  test("says what a file holds before it is imported", async () => {
    const called = answerWith((dryRun) => ({
      format: "bookmarks",
      dry_run: dryRun,
      added: 2,
      present: 1,
      left_out: 0,
      pictures: 2,
      pictures_left_out: ["wide.png"],
      titles: ["Tides", ""],
    }));
    const user = await open();
    expect(await screen.findByText("In this file")).toBeTruthy();
    expect(screen.getByText("New: 2 · Already here: 1 · Skipped: 0")).toBeTruthy();
    expect(screen.getByText("2 images included")).toBeTruthy();
    expect(screen.getByText("wide.png")).toBeTruthy();
    expect(screen.getByText("Tides")).toBeTruthy();
    expect(called).toEqual(["/api/memos/imports?dry_run=true"]);

    await user.click(screen.getByRole("button", { name: "Import" }));
    expect(await screen.findByText("Imported")).toBeTruthy();
    expect(called.at(-1)).toBe("/api/memos/imports?dry_run=false");
    expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
  });

  test("says why a file cannot be read", async () => {
    answerWith(() => new TestRefusal(422, "memos.import_unreadable", "Error parsing file"));
    await open();
    expect((await screen.findByRole("alert")).textContent).toContain("Error parsing file");
    expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
  });
});
