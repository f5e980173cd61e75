import { renderIn, serve, type TestAnswers, TestRefusal } from "@ensemble/blocks/testing";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showScreen, testModel, testTask } from "../testing";
import { TaskPage } from "./TaskPage";

beforeEach(() => showScreen());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(answers: TestAnswers) {
  const seen = serve({
    "GET /api/videos/models": { models: [testModel()] },
    "GET /api/billing/usage": { meters: [] },
    ...answers,
  });
  const view = await renderIn(<TaskPage taskId="t1" />, { areas: ["videos", "media", "chat"] });
  return { ...view, seen };
}

test("a finished request shows its video, what it cost, and leads to a remix", async () => {
  const { navigate } = await open({ "GET /api/videos/tasks/t1": testTask() });
  expect(await screen.findByRole("heading", { name: "A fox in the snow" })).toBeTruthy();
  expect(screen.getByText("Charged: 100 advanced credits")).toBeTruthy();
  expect(screen.getByLabelText("A fox in the snow").getAttribute("src")).toBe(
    "/api/documents/files/f1/content#t=0.1",
  );
  await userEvent.click(await screen.findByRole("button", { name: "Remix" }));
  expect(navigate).toHaveBeenCalledWith("/home/video?remix=v1");
});

test("a video that this browser cannot play says so", async () => {
  await open({ "GET /api/videos/tasks/t1": testTask() });
  fireEvent.error(await screen.findByLabelText("A fox in the snow"));
  expect(screen.getByRole("alert").textContent).toContain("This browser can't play the video");
});

test("a request that was stopped says what it cost", async () => {
  await open({ "GET /api/videos/tasks/t1": testTask({ state: "cancelled", videos: [], charged: 0 }) });
  expect(await screen.findByText("Stopped. You weren't charged.")).toBeTruthy();
});

test("a request whose video was deleted says so", async () => {
  await open({ "GET /api/videos/tasks/t1": testTask({ videos: [] }) });
  expect(await screen.findByText("This video was deleted")).toBeTruthy();
});

test("a request that is not there says so, and the way back stays", async () => {
  const missing = new TestRefusal(404, "videos.task_not_found", "Video task not found");
  await open({ "GET /api/videos/tasks/t1": missing });
  expect(await screen.findByText("Video task not found")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back" }).getAttribute("href")).toBe("/home/video");
});
