import { renderIn } from "@ensemble/blocks/testing";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { DeskMenu } from "./DeskMenu";

afterEach(cleanup);

const saveFile = vi.fn(async (_name: string, _content: Blob) => undefined);

async function open(language: string, content: string) {
  await renderIn(<DeskMenu artifact={null} title="High tides" content={content} language={language} />, {
    areas: ["artifacts"],
    host: memoryHost({ saveFile }),
  });
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
}

test("a drawing is saved as a page", async () => {
  await open("svg", `<svg viewBox="0 0 1 1"><circle r="1"/></svg>`);
  expect(await screen.findByRole("menuitem", { name: "Download as PNG" })).toBeTruthy();
  await userEvent.click(screen.getByRole("menuitem", { name: "Download as single HTML file" }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith("High-tides.html", expect.any(Blob)));
  expect(await saveFile.mock.lastCall?.[1].text()).toContain("<circle");
});

test("a document has its source only", async () => {
  await open("markdown", "# High tides");
  expect(await screen.findByRole("menuitem", { name: "Download" })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: /Download as/ })).toBeNull();
});
