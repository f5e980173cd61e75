import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openFrame } from "./frame";
import type { FromGuest } from "./messages";

vi.mock("./libraries", () => ({ guestLibrary: () => Promise.resolve({ text: "" }) }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** Opens a frame whose script is `answer`: it gets each message and the port. */
async function open(
  answer: (data: { kind: string; id?: number }, port: MessagePort) => void,
  hosts?: readonly string[],
) {
  const place = document.createElement("div");
  document.body.append(place);
  const heard: FromGuest[] = [];
  const stopped = vi.fn();
  const frame = openFrame(place, "Clock", { heard: (message) => heard.push(message), stopped }, hosts);
  const element = place.querySelector("iframe");
  if (!element) throw new Error("there is no frame");
  const post = vi.fn((_script: unknown, _origin: string, [port]: MessagePort[]) => {
    if (port) port.onmessage = ({ data }) => answer(data, port);
  });
  Object.defineProperty(element, "contentWindow", { value: { postMessage: post } });
  await vi.advanceTimersByTimeAsync(0);
  element.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(0);
  return { place, element, frame, heard, stopped };
}

test("a frame has no origin, and nothing that would lead out of it", async () => {
  const { element, frame } = await open(() => undefined);
  expect(element.getAttribute("sandbox")).toBe("allow-scripts allow-forms");
  expect(element.getAttribute("allow")).toBe("");
  expect(element.getAttribute("referrerpolicy")).toBe("no-referrer");
  frame.close();
});

test("a frame names the hosts that it may reach, which its policy follows", async () => {
  const { element, frame } = await open(() => undefined);
  expect(element.getAttribute("src")).toBe("/artifact.html");
  frame.close();
  const reaching = await open(() => undefined, ["https://a.example", "https://b.example:8443"]);
  expect(reaching.element.getAttribute("src")).toBe(
    "/artifact.html?connect=https%3A%2F%2Fa.example%20https%3A%2F%2Fb.example%3A8443",
  );
  reaching.frame.close();
});

test("a frame that does not answer is removed", async () => {
  const { place, stopped } = await open(() => undefined);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(stopped).toHaveBeenCalledOnce();
  expect(place.querySelector("iframe")).toBeNull();
});

test("a frame that is closed is asked no more", async () => {
  const { frame, stopped } = await open(() => undefined);
  frame.close();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(stopped).not.toHaveBeenCalled();
});
