import { memoryHost, memoryStore } from "@ensemble/host/memory-host";
import { describe, expect, test, vi } from "vitest";
import { desktopHost } from "./desktop-host";

const bridgeOf = (invoke: (name: string) => Promise<unknown>, window: "main" | "quick" = "main") => ({
  version: 1 as const,
  app: "0.1.0",
  window,
  invoke: vi.fn(invoke),
});
const silent = () => Promise.resolve(null);

describe("a window of the desktop app", () => {
  test("keeps drafts where they outlive the window, apart from what else is kept", () => {
    const storage = memoryStore({ look: "dark" });
    const { drafts } = desktopHost(memoryHost({ storage }), bridgeOf(silent));

    drafts.set("chat", "half a thought");

    const later = desktopHost(memoryHost({ storage }), bridgeOf(silent)).drafts;
    expect(later.get("chat")).toBe("half a thought");
    expect(later.keys()).toEqual(["chat"]);
    later.remove("chat");
    expect(storage.keys()).toEqual(["look"]);
  });

  test("signs in through the system's browser", async () => {
    const proof = { code: "c", code_verifier: "v", redirect_url: "http://127.0.0.1:4000/auth-landing" };
    const host = desktopHost(
      memoryHost(),
      bridgeOf(() => Promise.resolve(proof)),
    );
    expect(await host.signInOutside?.()).toEqual({
      code: "c",
      codeVerifier: "v",
      redirectUrl: "http://127.0.0.1:4000/auth-landing",
    });
  });

  test.each([
    ["denied", "denied"],
    ["given_up", "given_up"],
    [new Error("no such command"), "failed"],
  ])("says why it is not signed in: %s", async (refusal, said) => {
    const host = desktopHost(
      memoryHost(),
      bridgeOf(() => Promise.reject(refusal)),
    );
    expect(await host.signInOutside?.()).toBe(said);
  });

  test("is a panel only where it is one", () => {
    expect(desktopHost(memoryHost(), bridgeOf(silent)).panel).toBeUndefined();
    const bridge = bridgeOf(silent, "quick");
    desktopHost(memoryHost(), bridge).panel?.openInMain("/home/chat");
    expect(bridge.invoke.mock.calls.map(([name]) => name)).toEqual(["open_in_main", "hide_panel"]);
  });
});
