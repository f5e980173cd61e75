import { renderIn, serve } from "@ensemble/blocks/testing";
import type { NewImageTask } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { testImage, testModel, testTask } from "../testing";
import { MakeItMorePage } from "./MakeItMorePage";

const TASKS = "/api/images/tasks";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(models: unknown[]) {
  vi.stubGlobal("createImageBitmap", undefined);
  let made = 0;
  const answers: Record<string, unknown> = {
    "GET /api/images/models": { models },
    "GET /api/images/boards": { boards: [] },
    [`POST ${TASKS}`]: (body: NewImageTask) => {
      made += 1;
      const image = testImage({ id: `i${made}`, file_id: `made${made}` });
      return testTask({ id: body.id, work: body.work, images: [image] });
    },
  };
  const seen = serve(
    new Proxy(answers, { get: (known, name: string) => (name.startsWith("PUT ") ? {} : known[name]) }),
  );
  await renderIn(<MakeItMorePage />, { areas: ["images", "image_apps", "media", "chat"] });
  return () =>
    seen
      .filter(({ method, path }) => method === "POST" && path === TASKS)
      .map(({ body }) => (body as NewImageTask).work);
}

// spec §2: "/tools/* (make-it-more, …)"
test("each step is made from the last one, and one can go back", async () => {
  const works = await open([testModel()]);
  const file = new File(["{}"], "room.png", { type: "image/png" });
  await userEvent.upload(await screen.findByTestId("tool-input"), file);
  await screen.findByRole("list", { name: "Steps" });
  expect(screen.getByText("5 advanced credits")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "cozy" }));
  await userEvent.click(screen.getByRole("button", { name: "Make it more" }));
  await userEvent.click(await screen.findByRole("button", { name: "Even more" }));
  await waitFor(() => expect(works()).toHaveLength(2));
  expect(works()).toMatchObject([
    { prompt: "Make this image even more cozy.", parent_id: null },
    { references: [{ file_id: "made1" }], parent_id: "i1" },
  ]);
  await userEvent.click(await screen.findByRole("button", { name: "Step 1" }));
  expect(screen.queryByRole("button", { name: "Step 2" })).toBeNull();
});

test("says that no connected model edits images", async () => {
  await open([testModel({ abilities: { references_max: 0 } })]);
  expect(await screen.findByText("None of the connected models can do this yet.")).toBeTruthy();
});
