import { renderIn, serve } from "@ensemble/blocks/testing";
import { memoryHost } from "@ensemble/host/memory-host";
import { act, cleanup } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { chatOf } from "../chat";
import { message } from "../test-messages";
import { LiveAnnouncer } from "./LiveAnnouncer";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("LiveAnnouncer", () => {
  test("speaks a running answer in whole sentences, not in words", async () => {
    serve({});
    const host = memoryHost();
    const answer = message("a1", "q1", { state: "running", run_id: "r1", parts: [] });
    const { queryClient } = await renderIn(<LiveAnnouncer message={answer} />, { areas: ["chat"], host });
    const live = chatOf(queryClient, host, "019a0000-0000-7000-8000-000000000001").liveRuns.runs;
    const region = document.querySelector('[aria-live="polite"]');
    const write = (text: string) =>
      act(() =>
        live.setState({
          a1: {
            runId: "r1",
            connected: true,
            draft: {
              seq: 1,
              parts: [{ id: "p", kind: "text", text }],
              state: "running",
              queue: null,
              problem: null,
              receipt: null,
            },
          },
        }),
      );
    vi.useFakeTimers();

    write("A keel keeps a **boat** upright. It al");
    expect(region?.textContent).toBe("Answer started.");
    act(() => void vi.advanceTimersByTime(4_000));
    expect(region?.textContent).toBe("A keel keeps a boat upright.");
    write("A keel keeps a **boat** upright. It also helps it sail");
    act(() => live.setState({}, true));

    expect(region?.textContent).toBe(" It also helps it sail Answer complete.");
  });
});
