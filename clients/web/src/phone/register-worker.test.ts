import { loadTexts, startTexts } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { followUpdates } from "./register-worker";

vi.mock("@ensemble/ui/toasts/toast", () => ({ showToast: vi.fn(() => () => undefined) }));
vi.mock("@ensemble/i18n/text", async (importActual) => {
  const actual = await importActual<typeof import("@ensemble/i18n/text")>();
  return { ...actual, loadTexts: vi.fn(actual.loadTexts) };
});

/** Returns a registration whose next version can be made to arrive. */
function setUp({ controlled = true } = {}) {
  const waiting = { postMessage: vi.fn() };
  const installing = new EventTarget();
  const registration = Object.assign(new EventTarget(), {
    waiting: null as unknown,
    installing,
    update: vi.fn(),
  });
  const workers = Object.assign(new EventTarget(), { controller: controlled ? {} : null });
  followUpdates(
    workers as unknown as ServiceWorkerContainer,
    registration as unknown as ServiceWorkerRegistration,
  );
  const arrive = () => {
    registration.dispatchEvent(new Event("updatefound"));
    registration.waiting = waiting;
    installing.dispatchEvent(new Event("statechange"));
  };
  return { waiting, workers, arrive };
}

describe("followUpdates", () => {
  const toasts = vi.mocked(showToast);
  beforeEach(async () => {
    toasts.mockClear();
    await startTexts("en", ["frame"]);
  });

  test("offers a new version once, and puts it in charge only when its person wants it", async () => {
    const { waiting, arrive } = setUp();
    arrive();
    arrive();
    await vi.waitFor(() => expect(toasts).toHaveBeenCalledTimes(1));
    expect(toasts.mock.calls[0]?.[0].title).toBe("A new version is ready.");
    expect(waiting.postMessage).not.toHaveBeenCalled();

    toasts.mock.calls[0]?.[0].action?.onPress();
    expect(waiting.postMessage).toHaveBeenCalledWith({ type: "take_over" });
  });

  test("says nothing of the first version", async () => {
    const { arrive } = setUp({ controlled: false });
    arrive();
    await Promise.resolve();
    expect(toasts).not.toHaveBeenCalled();
  });

  test("offers it when the page is looked at again, where its texts did not come", async () => {
    const asked = vi.mocked(loadTexts).mockClear().mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const { arrive } = setUp();
    arrive();
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    expect(toasts).not.toHaveBeenCalled();

    await Promise.resolve();
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(() => expect(toasts).toHaveBeenCalledTimes(1));
    expect(toasts.mock.calls[0]?.[0].title).toBe("A new version is ready.");
  });
});
