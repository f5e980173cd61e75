import { afterEach, expect, test, vi } from "vitest";
import { retryUntilLoaded } from "./lazy-part";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("code that pages can do without is asked for until it comes, more and more seldom", async () => {
  vi.useFakeTimers();
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError("Failed to fetch"));
  const coming = retryUntilLoaded(load)();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(3);
  load.mockResolvedValue("the code");
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await coming).toBe("the code");
  expect(warned).toHaveBeenCalledTimes(3);
  expect(load).toHaveBeenCalledTimes(4);
});
