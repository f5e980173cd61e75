import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import { openToasts } from "@ensemble/ui/toasts/toast";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { ArtifactDetail } from "../operations";
import { testDetail } from "../testing";
import { ArtifactDesk, type LiveArtifact } from "./ArtifactDesk";

afterEach(cleanup);

const send = vi.fn();
const fill = vi.fn();

const show = (artifact: ArtifactDetail | null, live: LiveArtifact | null = null) =>
  renderIn(
    <ArtifactDesk artifact={artifact} version={null} live={live} seat={{ send, fill }} identifier="tides" />,
    { areas: ["artifacts", "chat"] },
  );

test("shows what is written, before the server has it", async () => {
  serve({});
  await show(null, { content: "# High water", language: "markdown", title: "Tides", writing: true });
  expect(await screen.findByRole("heading", { name: "High water" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
});

test("says so when edits fit nothing", async () => {
  serve({});
  await show(null, { content: null, language: "markdown", title: "Tides", writing: false });
  expect(await screen.findByText(/doesn't fit any version/)).toBeTruthy();
});

test("steps through versions and makes an older one the newest", async () => {
  const artifact = testDetail("# Newest", { version: 2 });
  const old = { number: 1, kind: "markdown", language: "markdown", content: "# Oldest" };
  const calls = serve({
    [`GET /api/artifacts/${artifact.id}/versions/1`]: old,
    [`GET /api/artifacts/${artifact.id}/data`]: { entries: {} },
    [`POST /api/artifacts/${artifact.id}/versions`]: testDetail("# Oldest", { version: 3 }),
  });
  await show(artifact);
  expect(await screen.findByRole("heading", { name: "Newest" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Older version" }));
  expect(await screen.findByRole("heading", { name: "Oldest" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Version 1" }));
  const shown = await screen.findByRole("menuitemradio", { checked: true });
  expect(shown.textContent).toContain("Version 1");
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Restore this version" }));
  await waitFor(() => {
    const post = calls.find(({ method }) => method === "POST");
    expect(post?.body).toEqual({ content: "# Oldest", base: 2, restored: 1 });
  });
});

test("asks about the passage of a document that is selected", async () => {
  const artifact = testDetail("# Tides\n\nHigh [water](https://a.example) at six.\n\nLow water at noon.");
  serve({ [`GET /api/artifacts/${artifact.id}/data`]: { entries: {} } });
  await show(artifact);
  const select = await screen.findByRole("button", { name: "Select an element to ask about" });
  await userEvent.click(select);
  await userEvent.click(await screen.findByText(/High/));
  expect(fill).toHaveBeenLastCalledWith(expect.stringContaining("> High water at six."));
  expect(fill).toHaveBeenLastCalledWith(expect.stringContaining("tides"));
  // One at a time.
  await userEvent.click(screen.getByText(/Low/));
  expect(fill).toHaveBeenCalledOnce();
});

test("shows what a version changes", async () => {
  const artifact = testDetail("one three", { version: 2 });
  serve({
    [`GET /api/artifacts/${artifact.id}/versions/1`]: {
      number: 1,
      kind: "markdown",
      language: "markdown",
      content: "one two",
    },
    [`GET /api/artifacts/${artifact.id}/data`]: { entries: {} },
  });
  const { container } = await show(artifact);
  await userEvent.click(await screen.findByRole("radio", { name: "Changes" }));
  await waitFor(() => expect(container.querySelector("ins")?.textContent).toContain("three"));
  expect(container.querySelector("del")?.textContent).toContain("two");
});

// spec §8: "Artifacts: unsupported libraries with an offer to try to fix; "Error Running Code"."
test.each([
  ["Unsupported libraries", `import pad from "left-pad";\nexport default () => <p>{pad}</p>;`, "left-pad"],
  ["Error Running Code", "export default () => <p>;", "(1:"],
])("%s: names what is wrong and offers to fix it", async (title, content, detail) => {
  const artifact = testDetail(content, { language: "jsx", kind: "react" });
  serve({ [`GET /api/artifacts/${artifact.id}/data`]: { entries: {} } });
  await show(artifact);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByRole(title.startsWith("Error") ? "alert" : "status").textContent).toContain(detail);
  await userEvent.click(screen.getByRole("button", { name: "Try to fix" }));
  expect(send).toHaveBeenLastCalledWith(expect.stringContaining(detail));
  expect(send).toHaveBeenLastCalledWith(expect.stringContaining("tides"));
});

test("an older version is not fixed: the model goes on from the newest", async () => {
  const artifact = testDetail("<h1>Now</h1>", { language: "html", kind: "html", version: 2 });
  serve({
    [`GET /api/artifacts/${artifact.id}/versions/1`]: {
      number: 1,
      kind: "react",
      language: "jsx",
      content: "export default () => <p>;",
    },
    [`GET /api/artifacts/${artifact.id}/data`]: { entries: {} },
  });
  await show(artifact);
  await userEvent.click(await screen.findByRole("button", { name: "Older version" }));
  expect(await screen.findByText("Error Running Code")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try to fix" })).toBeNull();
});

test("says so when the owner's consent to hosts could not be stored", async () => {
  const add = vi.fn();
  const close = openToasts({ add, close: () => undefined });
  const hosts = ["https://a.example"];
  const artifact = testDetail("<b>a</b>", { language: "html", kind: "html", hosts });
  serve({
    [`GET /api/artifacts/${artifact.id}/data`]: { entries: {} },
    [`PATCH /api/artifacts/${artifact.id}`]: new TestRefusal(503, "test.away", "The server is away."),
  });
  await show(artifact);
  await userEvent.click(await screen.findByRole("button", { name: "Allow" }));
  const toast = { kind: "danger", title: "The server is away." };
  await waitFor(() => expect(add).toHaveBeenCalledWith(expect.anything(), toast));
  close();
});
