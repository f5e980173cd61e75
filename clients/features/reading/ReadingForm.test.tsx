import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ReadingForm } from "./ReadingForm";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const upload = async (answer: unknown) => {
  serve({ "GET /api/models": { models: [], default_model: "" }, "POST /api/documents/files": answer });
  await renderIn(<ReadingForm onBegun={() => undefined} />, { areas: ["reading", "chat"] });
  await userEvent.upload(
    screen.getByTestId("reading-file"),
    new File(["x"], "lamps.pdf", { type: "application/pdf" }),
  );
  return screen.findByRole("alert");
};

// spec §8: "File upload failed."
test("a file that does not arrive says so, and why", async () => {
  const said = await upload(new TestRefusal(422, "files.too_much_stored", "You're out of file storage"));
  expect(within(said).getByText("File upload failed.")).toBeTruthy();
  expect(within(said).getByText("You're out of file storage")).toBeTruthy();
});

test("one that has arrived and cannot be read says that instead", async () => {
  const problem = { status: 422, code: "files.parse_failed", params: {}, message: "Error parsing file" };
  const said = await upload({
    id: "f1",
    name: "lamps.pdf",
    state: "failed",
    problem,
    received_bytes: 1,
    size_bytes: 1,
  });
  expect(within(said).getByText("Error parsing file")).toBeTruthy();
  expect(within(said).queryByText("File upload failed.")).toBeNull();
});
