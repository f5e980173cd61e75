import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { OfflineText, SkeletonLines } from "./Skeleton";

afterEach(cleanup);

// screens.md, 14
test("says that there is no network where lines would never load", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  render(
    <OfflineText value="You are offline.">
      <SkeletonLines label="Loading" />
    </OfflineText>,
  );
  expect(screen.getByText("You are offline.")).toBeTruthy();

  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByRole("status", { name: "Loading" })).toBeTruthy();
});
