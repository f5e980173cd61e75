import { renderIn, serve, type TestAnswers } from "@ensemble/blocks/testing";
import type { Video } from "@ensemble/contract/wire";
import { memoryHost } from "@ensemble/host/memory-host";
import { ToastRegion } from "@ensemble/ui/toasts/ToastRegion";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { showScreen, testModel, testVideo } from "../testing";
import { VideosPage } from "../VideosPage";

const play = vi.fn(() => Promise.resolve());
const pause = vi.fn();

beforeEach(() => {
  showScreen();
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(play);
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(pause);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  play.mockClear();
  pause.mockClear();
});

const made = (count: number): Video[] =>
  Array.from({ length: count }, (_, at) =>
    testVideo({ id: `v${at}`, file_id: `f${at}`, prompt: `Fox ${at}` }),
  );

/** Server with videos; what is changed stays changed. */
function library(videos: Video[]): TestAnswers {
  const answers: TestAnswers = {
    "GET /api/videos/models": { models: [testModel()] },
    "GET /api/videos/tasks": { items: [], next_cursor: null },
    "GET /api/billing/usage": { meters: [] },
    "GET /api/videos": (_: unknown, query: URLSearchParams) => {
      const start = Number(query.get("cursor") ?? 0);
      const end = start + Number(query.get("limit"));
      const fits = videos.filter(
        ({ deleted_at, starred, prompt }) =>
          (deleted_at !== null) === (query.get("deleted") === "true") &&
          (query.get("starred") !== "true" || starred) &&
          prompt.includes(query.get("q") ?? ""),
      );
      return { items: fits.slice(start, end), next_cursor: end < fits.length ? String(end) : null };
    },
  };
  for (const video of videos) {
    const path = `/api/videos/${video.id}`;
    answers[`GET ${path}`] = () => video;
    answers[`PATCH ${path}`] = (body: Partial<Video>) => Object.assign(video, body);
    answers[`DELETE ${path}`] = () => {
      video.deleted_at = "2026-11-28T07:00:00Z";
      return null;
    };
    answers[`POST ${path}/restore`] = () => Object.assign(video, { deleted_at: null });
    answers[`GET /api/documents/files/${video.file_id}/content`] = "bytes";
  }
  return answers;
}

async function open(videos: Video[]) {
  const seen = serve(library(videos));
  const saveFile = vi.fn<(name: string, content: Blob) => Promise<void>>(() => Promise.resolve());
  await renderIn(
    <>
      <VideosPage />
      <ToastRegion closeLabel="Close" />
    </>,
    { areas: ["videos", "media", "chat"], host: memoryHost({ saveFile }) },
  );
  return { seen, saveFile };
}

const cell = (name: string) => screen.findByRole("button", { name });
const names = async () =>
  within(await screen.findByRole("list", { name: "History" }))
    .getAllByRole("listitem")
    .map((item) => item.querySelector("button")?.getAttribute("aria-label"));

describe("a video of the history", () => {
  test("plays without sound while it is pointed at or has the focus", async () => {
    await open(made(1));
    const button = await cell("Fox 0");
    const video = button.querySelector("video");
    expect([video?.muted, video?.getAttribute("preload")]).toEqual([true, "metadata"]);
    await userEvent.hover(button);
    expect(play).toHaveBeenCalledOnce();
    await userEvent.unhover(button);
    expect(pause).toHaveBeenCalledOnce();
    button.focus();
    expect(play).toHaveBeenCalledTimes(2);
    button.blur();
    expect(pause).toHaveBeenCalledTimes(2);
  });

  test("does not play by itself for people who want less motion", async () => {
    showScreen({ reducedMotion: true });
    await open(made(1));
    await userEvent.hover(await cell("Fox 0"));
    expect(play).not.toHaveBeenCalled();
  });

  test("opens with how it was made", async () => {
    await open(made(1));
    await userEvent.click(await cell("Fox 0"));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("42")).toBeTruthy();
    expect(within(dialog).getByText("10 seconds")).toBeTruthy();
    expect(within(dialog).getByText("100 advanced credits")).toBeTruthy();
  });

  test("is downloaded under its name", async () => {
    const { saveFile } = await open(made(1));
    await userEvent.click(await cell("Fox 0"));
    await userEvent.click(await screen.findByRole("button", { name: "Download" }));
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    expect(saveFile.mock.calls[0]?.[0]).toBe("Fox 0.mp4");
  });

  test("is starred at once", async () => {
    const { seen } = await open(made(2));
    await userEvent.click(await screen.findByRole("button", { name: "Add “Fox 0” to favorites" }));
    expect(await screen.findByRole("button", { name: "Remove “Fox 0” from favorites" })).toBeTruthy();
    await waitFor(() =>
      expect(seen.find(({ method }) => method === "PATCH")).toMatchObject({ body: { starred: true } }),
    );
  });

  test("is deleted with undo", async () => {
    await open(made(2));
    await userEvent.click(await cell("Fox 0"));
    await userEvent.click(await screen.findByRole("button", { name: "Delete “Fox 0”" }));
    expect(await screen.findByText("Video deleted")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Fox 0" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(await cell("Fox 0")).toBeTruthy();
  });

  test("is restored from the trash", async () => {
    const videos = made(2);
    Object.assign(videos[0] as Video, { deleted_at: "2026-11-28T07:00:00Z" });
    const { seen } = await open(videos);
    await userEvent.click(await screen.findByRole("button", { name: "Trash" }));
    await userEvent.click(await cell("Fox 0"));
    expect(screen.queryByRole("button", { name: "Download" })).toBeNull();
    await userEvent.click(await screen.findByRole("button", { name: "Restore" }));
    await waitFor(() => expect(seen.some(({ path }) => path === "/api/videos/v0/restore")).toBe(true));
    expect(await screen.findByText("Video restored")).toBeTruthy();
  });

  test("fills the form with its settings", async () => {
    await open(made(1));
    await userEvent.click(await cell("Fox 0"));
    await userEvent.click(await screen.findByRole("button", { name: "Remix" }));
    expect(await screen.findByText("Remix of “Fox 0”")).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Prompt" }).value).toBe(
      "A fox in the snow",
    );
  });
});

test("words and favorites narrow the list", async () => {
  const videos = made(4);
  Object.assign(videos[1] as Video, { starred: true });
  await open(videos);
  expect(await names()).toHaveLength(4);
  await userEvent.click(screen.getByRole("button", { name: "Favorites" }));
  await waitFor(async () => expect(await names()).toEqual(["Fox 1"]));
  await userEvent.click(screen.getByRole("button", { name: "Favorites" }));
  await userEvent.type(screen.getByRole("searchbox"), "3");
  await waitFor(async () => expect(await names()).toEqual(["Fox 3"]));
  await userEvent.type(screen.getByRole("searchbox"), "9");
  expect(await screen.findByText("No matches")).toBeTruthy();
});

test("older videos come on request", async () => {
  await open(made(30));
  expect(await names()).toHaveLength(24);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(async () => expect(await names()).toHaveLength(30));
});
