import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import ExportDialog from "./ExportDialog";

afterEach(cleanup);

const PATH = "GET /api/portability/chats/c1";

const save = async (saveFile: () => Promise<void>) => {
  await renderIn(<ExportDialog conversationId="c1" onClose={vi.fn()} />, {
    areas: ["portability"],
    host: memoryHost({ saveFile }),
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Markdown/ }));
};

// spec §8: "Download failed, please try again."
test("a file that could not be saved says so", async () => {
  serve({ [PATH]: {} });
  await save(() => Promise.reject(new Error("disk full")));
  expect(await screen.findByText("Download failed, please try again.")).toBeTruthy();
});

test("what the server has against it is said instead", async () => {
  serve({ [PATH]: new TestRefusal(404, "portability.chat_not_found", "Chat not found") });
  await save(() => Promise.resolve());
  expect(await screen.findByText("Chat not found")).toBeTruthy();
});
