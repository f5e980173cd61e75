import { afterEach, expect, test, vi } from "vitest";
import { askToInstall, isByHand, useInstall, watchInstall } from "./install";

const offer = () => useInstall.getState().offer;
const browserOffers = () => {
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
    prompt: vi.fn(async () => ({ outcome: "dismissed" })),
  });
  dispatchEvent(event);
  return event;
};
afterEach(() => useInstall.setState({ offer: null }));

test("keeps the browser's offer for who wants it, once", async () => {
  const stop = watchInstall();
  expect(offer()).toBeNull();
  const event = browserOffers();
  expect(event.defaultPrevented).toBe(true);
  expect(offer()).toBe("browser");
  await askToInstall();
  expect(event.prompt).toHaveBeenCalledTimes(1);
  expect(offer()).toBeNull();

  browserOffers();
  expect(offer()).toBe("browser");
  dispatchEvent(new Event("appinstalled"));
  expect(offer()).toBeNull();
  await askToInstall();
  expect(event.prompt).toHaveBeenCalledTimes(1);
  stop();
});

test("takes an offer from before this code was loaded", async () => {
  const event = Object.assign(new Event("beforeinstallprompt"), { prompt: vi.fn() });
  window.earlyInstallOffer = event;
  watchInstall()();
  expect(offer()).toBe("browser");
  expect(window.earlyInstallOffer).toBeUndefined();
  await askToInstall();
  expect(event.prompt).toHaveBeenCalledTimes(1);
});

test("says on iPhone and iPad how it is done by hand, until it is", () => {
  const iphone = { userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)", maxTouchPoints: 5 };
  const mac = { userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", maxTouchPoints: 0 };
  expect(isByHand(iphone, false)).toBe(true);
  expect(isByHand({ ...mac, maxTouchPoints: 5 }, false)).toBe(true);
  expect(isByHand(mac, false)).toBe(false);
  expect(isByHand({ ...iphone, standalone: true }, false)).toBe(false);
  expect(isByHand(iphone, true)).toBe(false);
  const android = { userAgent: "Mozilla/5.0 (Linux; Android 17; Pixel 11)", maxTouchPoints: 5 };
  expect(isByHand(android, false)).toBe(false);
});
