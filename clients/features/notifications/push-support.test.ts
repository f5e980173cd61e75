import { describe, expect, test } from "vitest";
import { pushSupport } from "./push-support";

const world = (change: object) =>
  ({
    isSecureContext: true,
    Notification: { permission: "default" },
    PushManager: {},
    navigator: { serviceWorker: {} },
    ...change,
  }) as unknown as typeof globalThis;

describe("pushSupport", () => {
  test("says what stands in the way", () => {
    expect(pushSupport(world({}))).toBe("ready");
    expect(pushSupport(world({ isSecureContext: false }))).toBe("insecure");
    expect(pushSupport(world({ navigator: {} }))).toBe("unsupported");
    expect(pushSupport(world({ Notification: { permission: "denied" } }))).toBe("blocked");
  });
});
