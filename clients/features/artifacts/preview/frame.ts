import { onServer } from "@ensemble/contract/base-path";
import { guestLibrary } from "./libraries";
import type { FromGuest, ToGuest } from "./messages";
import { readFromGuest } from "./messages";

const PAGE = "/artifact.html";
const PING_MS = 1_000;
/** Time after which a frame that does not answer is stopped. */
const SILENT_MS_MAX = 6_000;

/** A frame in which an artifact runs. */
export interface ArtifactFrame {
  send: (message: ToGuest) => void;
  /** Shows it: until then it lies invisibly over what is shown. */
  reveal: () => void;
  close: () => void;
}

/**
 * Opens a frame without an origin in `place`, which reaches `hosts` and nothing else. `heard` gets its messages, `stopped` is called once if it does not answer any more:
 * it is gone then.
 */
export function openFrame(
  place: HTMLElement,
  title: string,
  { heard, stopped }: { heard: (message: FromGuest) => void; stopped: () => void },
  hosts: readonly string[] = [],
): ArtifactFrame {
  const element = document.createElement("iframe");
  element.setAttribute("sandbox", "allow-scripts allow-forms");
  element.setAttribute("allow", "");
  element.setAttribute("referrerpolicy", "no-referrer");
  element.title = title;
  element.className = "absolute inset-0 size-full border-0 bg-white opacity-0";
  const { port1: port, port2: guest } = new MessageChannel();
  const waiting: ToGuest[] = [];
  let isOpen = false;
  let isClosed = false;
  let pinged = 0;
  let answered = 0;
  let silentSince: number | null = null;

  const close = () => {
    isClosed = true;
    clearInterval(timer);
    port.close();
    element.remove();
  };
  const ping = () => {
    // A hidden page answers late.
    if (document.hidden || !isOpen) silentSince = null;
    else if (pinged > answered) {
      silentSince ??= performance.now();
      if (performance.now() - silentSince > SILENT_MS_MAX) {
        close();
        stopped();
        return;
      }
    } else silentSince = null;
    if (!isOpen || pinged > answered) return;
    pinged += 1;
    port.postMessage({ kind: "ping", id: pinged } satisfies ToGuest);
  };
  const timer = setInterval(ping, PING_MS);

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = readFromGuest(data);
    if (message?.kind === "pong") answered = Math.max(answered, Math.min(message.id, pinged));
    else if (message) heard(message);
  };
  const open = async () => {
    const script = await guestLibrary();
    if (isClosed) return;
    const page = onServer(PAGE);
    element.src = hosts.length > 0 ? `${page}?connect=${encodeURIComponent(hosts.join(" "))}` : page;
    await new Promise((done) => element.addEventListener("load", done, { once: true }));
    if (isClosed) return;
    // The frame has no origin to address.
    element.contentWindow?.postMessage(script, "*", [guest]);
    isOpen = true;
    for (const message of waiting) port.postMessage(message);
  };
  place.append(element);
  open().catch((error: unknown) => {
    if (!isClosed) heard({ kind: "failed", message: String(error) });
  });
  return {
    send: (message) => {
      if (isOpen) port.postMessage(message);
      else waiting.push(message);
    },
    reveal: () => element.classList.remove("opacity-0"),
    close,
  };
}
