// Drags that start in a page of the app. They may name any file of this computer; none is passed to any page
// (decision 0897). WebKit does not report such drags to its driver, so the app runs without one here, and the
// pages report the events they get.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Desk } from "./desk.ts";
import { eventually } from "./web-driver.ts";

interface Heard {
  kind: "loaded" | "start" | "over" | "drop" | "refused";
  of?: string;
  types?: string[];
  files?: string[];
  words?: string;
  said?: string;
}

const SECRET = "the password of the lighthouse";

/** Returns a page whose left half can be dragged, and whose right half is the drop target. */
const page = (title: string, address: string) => `<!doctype html><html lang="en"><title>${title}</title>
<style>body { margin: 0; user-select: none } div { position: fixed; width: 50%; height: 50%; inset: 0 auto auto 0 }
#words { top: 50% } #target { left: 50%; height: 100%; background: #eee }</style>
<div id="file" draggable="true">A file</div><div id="words" draggable="true">Words</div><div id="target">Here</div>
<script>
let told = Promise.resolve();
// In order: reporting a drop implies that all earlier events were reported.
const tell = (heard) => (told = told.then(() => fetch("/heard", { method: "POST", body: JSON.stringify(heard) })));
const drags = (id, values) => (document.getElementById(id).ondragstart = ({ dataTransfer }) => {
  dataTransfer.effectAllowed = "copy";
  for (const [type, value] of Object.entries(values)) dataTransfer.setData(type, value);
  tell({ kind: "start", of: id });
});
drags("file", { "text/uri-list": ${JSON.stringify(address)}, "text/plain": ${JSON.stringify(address)} });
drags("words", { "application/x-lamp": "lamp", "text/plain": "Rapeseed oil" });
const target = document.getElementById("target");
target.ondragover = (event) => { event.preventDefault(); tell({ kind: "over" }); };
target.ondrop = async (event) => {
  event.preventDefault();
  const { dataTransfer } = event;
  const [types, words] = [[...dataTransfer.types], dataTransfer.getData("text/plain")];
  const entries = [...dataTransfer.items].filter(({ kind }) => kind === "file").map((item) => item.getAsFile());
  const files = await Promise.all([...dataTransfer.files, ...entries].map((file) => file?.text()));
  tell({ kind: "drop", types, words, files });
};
window.ensembleDesktop?.invoke("read_dropped", { drop: "a", file: 0 })
  .then((part) => tell({ kind: "refused", said: "given " + part }), () => tell({ kind: "refused", said: "refused" }));
addEventListener("load", () => tell({ kind: "loaded" }));
</script></html>`;

/** Fake server whose pages report the events they get. */
class Pages {
  readonly heard: Heard[] = [];
  private constructor(private readonly server: Server) {}

  static async serve(title: string, address: string): Promise<Pages> {
    let pages: Pages | undefined;
    const server = createServer((request, response) => {
      if (request.url === "/api/accounts/session") {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ setup: { version: "0.1.0" } }));
      } else if (request.method === "POST") {
        let body = "";
        request.on("data", (part) => {
          body += part;
        });
        request.on("end", () => {
          pages?.heard.push(JSON.parse(body) as Heard);
          response.writeHead(204).end();
        });
      } else {
        response.writeHead(200, { "content-type": "text/html" }).end(page(title, address));
      }
    });
    await new Promise<void>((done) => server.listen(0, "localhost", done));
    pages = new Pages(server);
    return pages;
  }

  at(host: string): string {
    return `http://${host}:${(this.server.address() as AddressInfo).port}`;
  }

  hears(kind: Heard["kind"]): Promise<Heard> {
    return eventually(kind, async () => this.heard.find((heard) => heard.kind === kind));
  }

  has(kind: Heard["kind"]): boolean {
    return this.heard.some((heard) => heard.kind === kind);
  }

  forget(): void {
    this.heard.length = 0;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

let desk: Desk;
let first: Pages;
let second: Pages;

/** Halves of the screen, with room for window frames. */
const LEFT = { x: 0, y: 30, width: 660, height: 800 };
const RIGHT = { ...LEFT, x: 720 };
const fileOf = (half: typeof LEFT) => ({ x: half.x + 150, y: half.y + 200 });
const wordsOf = (half: typeof LEFT) => ({ x: half.x + 150, y: half.y + 600 });
const targetOf = (half: typeof LEFT) => ({ x: half.x + 500, y: half.y + 400 });

before(async () => {
  desk = await Desk.set();
  const secret = join(desk.home, "secret.txt");
  writeFileSync(secret, SECRET);
  const address = pathToFileURL(secret).href;
  first = await Pages.serve("First", address);
  second = await Pages.serve("Second", address);
  const kept = join(desk.home, ".config/app.ensemble.desktop/servers.json");
  mkdirSync(dirname(kept), { recursive: true });
  const servers = [first, second].map((pages, index) => ({
    id: `server-${index}`,
    origin: pages.at("localhost"),
    local: false,
    own_profile: index > 0,
  }));
  writeFileSync(kept, JSON.stringify({ servers, current: "server-0" }));
  desk.openAlone();
  await first.hears("loaded");
  const link = new URLSearchParams({ server: second.at("localhost"), path: "/" });
  desk.openAlone(`ensemble://open?${link}`);
  await second.hears("loaded");
  await desk.lay("First", LEFT);
  await desk.lay("Second", RIGHT);
});

after(async () => {
  first?.stop();
  second?.stop();
  await desk?.clear();
});

test("a page that names no drop is given no bytes", async () => {
  assert.equal((await first.hears("refused")).said, "refused");
});

test("a page that drags the address of a file onto itself gets no file, and its own words as ever", async () => {
  first.forget();
  await desk.drag(fileOf(LEFT), targetOf(LEFT), async () => first.has("over"));
  await desk.picture("16-own-file");
  const dropped = await first.hears("drop");
  assert.equal((await first.hears("start")).of, "file");
  assert.deepEqual(dropped.files, []);
  assert.doesNotMatch(JSON.stringify(first.heard), new RegExp(SECRET));

  first.forget();
  await desk.drag(wordsOf(LEFT), targetOf(LEFT), async () => first.has("over"));
  const { types, words, files } = await first.hears("drop");
  assert.equal(words, "Rapeseed oil");
  assert.ok(types?.includes("application/x-lamp"), `types: ${types}`);
  assert.deepEqual(files, []);
});

test("nor does the page of another server, in another window, onto which it is dragged", async () => {
  first.forget();
  second.forget();
  await desk.drag(fileOf(LEFT), targetOf(RIGHT), async () => second.has("over"));
  const dropped = await second.hears("drop");
  assert.equal((await first.hears("start")).of, "file");
  assert.deepEqual(dropped.files, []);
  assert.doesNotMatch(JSON.stringify(second.heard), new RegExp(SECRET));
});

test("out of another program, the same file is given to the page on which it falls, and to no other", async () => {
  first.forget();
  second.forget();
  await desk.dragFiles([join(desk.home, "secret.txt")], targetOf(RIGHT), async () => second.has("over"));
  // Among the files, and among the items.
  assert.deepEqual((await second.hears("drop")).files, [SECRET, SECRET]);
  assert.deepEqual(
    first.heard.filter(({ kind }) => kind === "drop"),
    [],
  );
});
