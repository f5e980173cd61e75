import { onServer } from "@ensemble/contract/base-path";
import type { DiagramLook, DrawnDiagram, DrawReply, DrawRequest } from "./diagram";
import drawScript from "./draw-diagrams.ts?worker&url";

const PAGE = "/diagrams.html";
/**
 * Time limit for drawing; a slower diagram stays code. Longer for the first one, which loads the renderer.
 */
const DRAW_MS_MAX = 8_000;
const OPEN_MS_MAX = 30_000;
const IDLE_MS = 60_000;
const KEPT_MAX = 40;

interface Frame {
  element: HTMLIFrameElement;
  port: MessagePort;
  waiting: Map<number, (reply: DrawReply) => void>;
}

let opened: Promise<Frame> | null = null;
let count = 0;
let idle: ReturnType<typeof setTimeout> | undefined;
const kept = new Map<string, Promise<DrawnDiagram>>();

/** Draws a diagram in the frame, with a cache. Rejects if it cannot be drawn. */
export function drawDiagram(source: string, look: DiagramLook): Promise<DrawnDiagram> {
  const key = JSON.stringify([source, look]);
  const known = kept.get(key);
  if (known) return known;
  const drawing = draw(source, look);
  kept.set(key, drawing);
  if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value ?? key);
  // After a network failure, the next attempt may succeed.
  drawing.catch(() => kept.delete(key));
  return drawing;
}

async function draw(source: string, look: DiagramLook): Promise<DrawnDiagram> {
  clearTimeout(idle);
  opened ??= open();
  const frame = await opened.catch((error: unknown) => {
    opened = null;
    throw error;
  });
  count += 1;
  const request: DrawRequest = { id: count, source, look };
  const reply = await new Promise<DrawReply>((done) => {
    // Earlier requests in the queue have their own time.
    const patience = DRAW_MS_MAX * (frame.waiting.size + 1);
    const timer = setTimeout(() => {
      close(frame, "it took too long");
    }, patience);
    frame.waiting.set(request.id, (answer) => {
      clearTimeout(timer);
      frame.waiting.delete(request.id);
      done(answer);
    });
    frame.port.postMessage(request);
  });
  if (frame.waiting.size === 0) idle = setTimeout(() => close(frame, "nothing is drawn"), IDLE_MS);
  if ("failed" in reply) throw new Error(reply.failed);
  return reply.drawn;
}

async function open(): Promise<Frame> {
  const element = document.createElement("iframe");
  element.setAttribute("sandbox", "allow-scripts");
  element.setAttribute("aria-hidden", "true");
  element.tabIndex = -1;
  element.src = onServer(PAGE);
  // Out of view, but laid out, because text is measured in it.
  element.style.cssText =
    "position:fixed;inset-block-start:0;inset-inline-start:-10000px;border:0;width:1200px;height:800px";
  const { port1, port2 } = new MessageChannel();
  const frame: Frame = { element, port: port1, waiting: new Map() };
  await new Promise<void>((done, refuse) => {
    const timer = setTimeout(() => refuse(new Error("the frame did not open")), OPEN_MS_MAX);
    element.addEventListener("load", () => {
      clearTimeout(timer);
      done();
    });
    document.body.append(element);
  }).catch((error: unknown) => {
    element.remove();
    throw error;
  });
  port1.onmessage = ({ data }: MessageEvent<DrawReply | { failed: string }>) => {
    if ("id" in data) frame.waiting.get(data.id)?.(data);
    else close(frame, data.failed);
  };
  const script = new URL(drawScript, location.href).href;
  // The frame has no origin to address.
  element.contentWindow?.postMessage({ script }, "*", [port2]);
  return frame;
}

/** Closes a frame with its pending diagrams; the next diagram opens a new one. */
function close(frame: Frame, reason: string): void {
  frame.port.close();
  frame.element.remove();
  opened = null;
  for (const [id, answer] of [...frame.waiting]) answer({ id, failed: reason });
}
