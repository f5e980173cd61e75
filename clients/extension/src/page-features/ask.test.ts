import { expect, test, vi } from "vitest";

vi.mock("wxt/browser", () => ({
  browser: {
    runtime: {
      connect: () => ({
        postMessage: () => undefined,
        disconnect: () => undefined,
        onDisconnect: { addListener: () => undefined },
        onMessage: { addListener: () => undefined },
      }),
    },
  },
}));
const { streamFromPage } = await import("./ask");

test("a stream ends when its page comes back from the browser's cache, which told nobody that it was cut", async () => {
  const { signal } = new AbortController();
  const request = { texts: ["The lamp burns."], target: "de" };
  const stream = streamFromPage("page→background: translate", request, () => undefined, signal);
  const show = (persisted: boolean) => dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  show(false);
  show(true);
  await expect(stream).rejects.toMatchObject({ refusal: { code: "unreachable" } });
});
