import type { FromGuest, ToGuest } from "../messages";
import { fakeStorage } from "./fake-storage";
import { mount, runLibraries } from "./mount";
import { selectElements } from "./select-elements";
import { watchDownloads } from "./watch-downloads";
import { watchErrors } from "./watch-errors";

declare global {
  var serveArtifact: ((port: MessagePort) => void) | undefined;
}

/** Runs artifacts as it is told. Runs in a frame without an origin and without network. */
globalThis.serveArtifact = (port) => {
  // Before an artifact can replace it.
  const send = port.postMessage.bind(port);
  const say = (message: FromGuest) => send(message);
  const asked = new Map<number, { done: (text: string) => void; refuse: (error: Error) => void }>();
  const selection = selectElements((element) => say({ kind: "selected", element }));
  let count = 0;

  const complete = (prompt: unknown) =>
    new Promise<string>((done, refuse) => {
      count += 1;
      asked.set(count, { done, refuse });
      say({ kind: "ask", id: count, prompt: String(prompt) });
    });

  /** Gives the artifact what pages have, and this frame has not. */
  const prepare = (stored: Record<string, string>) => {
    watchErrors(say);
    forgetPeers();
    fakeStorage(stored, (key, value) => say({ kind: "store", key, value }));
    const model = { complete };
    Object.assign(globalThis, { ensemble: model, claude: model });
    globalThis.alert = (text?: unknown) => say({ kind: "said", text: String(text ?? "") });
    globalThis.open = (url) => {
      say({ kind: "link", url: new URL(String(url), "https://invalid.invalid").href });
      return null;
    };
    const offer = watchDownloads((name, content) => say({ kind: "save", name, content }));
    watchLinks(offer, (url) => say({ kind: "link", url }));
    selection.attach();
  };

  const run = async ({ html, styles, stored }: Extract<ToGuest, { kind: "run" }>) => {
    // Removes the listeners of the page; ours come after it.
    document.open();
    prepare(stored);
    if (styles !== null) runLibraries([{ text: styles }]);
    document.write(html);
    document.close();
    say({ kind: "ran" });
  };

  port.onmessage = ({ data }: MessageEvent<ToGuest>) => {
    switch (data.kind) {
      case "draw":
        draw(data.html);
        return say({ kind: "ran" });
      case "run":
        return void run(data);
      case "mount":
        prepare(data.stored);
        return void mount(data, say).then(() => say({ kind: "ran" }));
      case "ping":
        return say({ kind: "pong", id: data.id });
      case "select":
        return selection.change(data.on, data.diagram);
      case "reply":
        asked.get(data.id)?.done(data.text);
        return void asked.delete(data.id);
      case "refuse":
        asked.get(data.id)?.refuse(new Error(data.message));
        return void asked.delete(data.id);
    }
  };
};

/** Removes connections between browsers, which no policy blocks. */
function forgetPeers(): void {
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel"])
    Reflect.deleteProperty(globalThis, name);
}

/** Shows a page that is still written. Scripts of a parsed document do not run. */
function draw(html: string): void {
  const page = new DOMParser().parseFromString(html, "text/html");
  document.head.replaceChildren(...page.head.childNodes);
  const { scrollX, scrollY } = globalThis;
  document.body.replaceWith(document.adoptNode(page.body));
  globalThis.scrollTo(scrollX, scrollY);
}

/** Links lead out of a frame that must not be left: the page around it asks. */
function watchLinks(offer: (link: HTMLAnchorElement) => boolean, open: (url: string) => void): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
    const address = link?.getAttribute("href") ?? "";
    if (!link || event.defaultPrevented) return;
    if (address.startsWith("#")) {
      event.preventDefault();
      document.getElementById(decodeURIComponent(address.slice(1)))?.scrollIntoView();
      return;
    }
    event.preventDefault();
    if (!(link instanceof HTMLAnchorElement && offer(link))) open(address);
  });
}
