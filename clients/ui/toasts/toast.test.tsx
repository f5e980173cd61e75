// @vitest-isolate: its module keeps earlier toasts.
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { ToastRegion } from "./ToastRegion";
import { showToast } from "./toast";

afterEach(cleanup);

describe("showToast", () => {
  test("shows what was said before the region was there, once", async () => {
    const takeBack = showToast({ title: "Copied" });
    showToast({ title: "Saved" });
    takeBack();

    const { unmount } = render(<ToastRegion closeLabel="Close" />);
    expect(await screen.findByText("Saved")).toBeTruthy();
    expect(screen.queryByText("Copied"), "it was revoked").toBeNull();
    act(() => void showToast({ title: "Moved" }));
    expect(await screen.findByText("Moved")).toBeTruthy();

    unmount();
    showToast({ title: "Sent" });
    render(<ToastRegion closeLabel="Close" />);
    expect(await screen.findByText("Sent")).toBeTruthy();
    expect(screen.queryByText("Saved")).toBeNull();
  });
});
