import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { repository } from "../harness/program.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("artifacts");

const block = (head: string, content: string) => `\`\`\`\`${head}\n${content}\n\`\`\`\``;

/** The frame in which an artifact runs; the next one lies over it until it shows something. */
const preview = (page: Page) => page.frameLocator('iframe[src="/artifact.html"]:not(.opacity-0)');

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function keep(page: Page, title: string, language: string, content: string): Promise<string> {
  const id = crypto.randomUUID();
  await call(page, "POST", "/api/artifacts", { id, title, language, content });
  return id;
}

// spec §2: "artifacts (preview, code, starred drawer, publish)"
// spec §2: "/share/artifact?id, /share/artifact/preview?id"
// spec §4: "Artifact: unstarred to starred; unpublished to published and back; a new version is saved on edit."
test("an artifact is written beside the chat, edited, starred, published and remixed", async ({
  connected: page,
  server,
  member,
}) => {
  const chat = new Chat(page);
  await chat.openNew();
  await chat.chooseModel(models.echoSlowly);
  const rows = Array.from({ length: 110 }, (_, row) => `<li>Row ${row}</li>`).join("\n");
  await chat.ask(
    `Here:\n${block('html artifact="list" title="My list"', `<h1>List</h1>\n<ul>\n${rows}\n</ul>`)}`,
  );
  // It is shown while it is written.
  await expect(preview(page).getByRole("heading", { name: "List" })).toBeVisible();
  await expect(chat.stopButton).toBeVisible();
  await chat.expectDone();
  await expect(preview(page).getByText("Row 11")).toBeVisible();

  await chat.chooseModel(models.echo);
  await chat.ask(
    block(
      'html artifact="list" edit',
      "<<<<<<< SEARCH\n<h1>List</h1>\n=======\n<h1>Better list</h1>\n>>>>>>> REPLACE",
    ),
  );
  await expect(preview(page).getByRole("heading", { name: "Better list" })).toBeVisible();
  await expect(preview(page).getByText("Row 11")).toBeVisible();
  await expect(button(page, text("version", { number: 2 }))).toBeVisible();
  await button(page, text("older")).click();
  await expect(preview(page).getByRole("heading", { name: "List", exact: true })).toBeVisible();
  await button(page, text("newer")).click();
  await page.getByRole("radio", { name: text("views.changes") }).check();
  await expect(page.locator("ins", { hasText: "Better" })).toBeVisible();

  // By hand.
  await page.getByRole("radio", { name: text("views.code") }).check();
  const editor = page.getByRole("textbox", { name: text("views.code") });
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("<p>By hand</p>");
  await page.keyboard.press("Control+s");
  await expect(button(page, text("version", { number: 3 }))).toBeVisible();
  await page.getByRole("radio", { name: text("views.preview") }).check();
  await expect(preview(page).getByText("By hand")).toBeVisible();

  // What is selected in it is asked about.
  await button(page, text("select_element")).click();
  await preview(page).getByRole("heading", { name: "Better list" }).click();
  await expect(chat.field).toHaveValue(/`h1`[\s\S]+<h1>Better list<\/h1>/);
  await chat.field.fill("");

  await button(page, text("star")).click();
  await button(page, text("publish")).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: text("publish"), exact: true }).click();
  const address = await dialog.getByRole("textbox", { name: text("address") }).inputValue();
  expect(address).toMatch(/\/share\/artifact\?id=[0-9A-Za-z]{22}$/);
  await page.keyboard.press("Escape");

  await member.goto(address);
  await expect(preview(member).getByText("By hand")).toBeVisible();
  const response = await member.goto(address.replace("?", "/preview?"));
  expect(response?.headers()["x-robots-tag"]).toContain("noindex");
  await expect(preview(member).getByText("Row 11")).toBeVisible();
  await member.goto(address);
  await member.getByRole("button", { name: textsOf("sharing")("continue_as_copy") }).click();
  await expect(member).toHaveURL(/\/artifacts\/[0-9a-f-]{36}$/);
  await expect(preview(member).getByText("By hand")).toBeVisible();

  await page.goto(`${server.url}/artifacts`);
  await button(page, text("starred")).click();
  await expect(page.getByRole("dialog").getByRole("link", { name: "My list" })).toBeVisible();
});

// spec §8: "Artifacts: unsupported libraries with an offer to try to fix; "Error Running Code"."
test("components run, and what keeps one from running is named", async ({
  operator: page,
  server,
  watch,
}) => {
  watch.provoke(/Boom|took too long/);
  const show = async (title: string, language: string, content: string) => {
    const id = await keep(page, title, language, content);
    await page.goto(`${server.url}/artifacts/${id}`);
  };
  await show(
    "Counter",
    "tsx",
    `import { useState } from "react";
import { Star } from "lucide-react";
import { BarChart, Bar } from "recharts";
export default function Counter() {
  const [n, setN] = useState<number>(Number(localStorage.getItem("n") ?? 0));
  const add = () => { localStorage.setItem("n", String(n + 1)); setN(n + 1); };
  return <form onSubmit={(e) => { e.preventDefault(); add(); }} className="p-8">
    <Star /><BarChart width={100} height={60} data={[{ a: 1 }]}><Bar dataKey="a" /></BarChart>
    <button className="text-red-500">Count {n}</button></form>;
}`,
  );
  const counter = preview(page).getByRole("button", { name: /Count/ });
  const kept = page.waitForResponse((response) => response.request().method() === "PUT");
  await counter.click();
  await expect(counter).toHaveText("Count 1");
  await expect(counter).toHaveCSS("color", /oklch|rgb\(2/);
  await expect(preview(page).locator("svg.recharts-surface")).toBeVisible();
  // What it keeps is there again.
  await kept;
  await page.reload();
  await expect(counter).toHaveText("Count 1");

  await show("Bad import", "jsx", `import x from "left-pad";\nexport default () => <p>{x}</p>;`);
  await expect(page.getByText(text("trouble.unsupported"))).toBeVisible();
  await expect(page.getByText("left-pad", { exact: true })).toBeVisible();

  await show("Throws", "jsx", `export default function App() {\n  throw new Error("Boom");\n}`);
  await expect(page.getByText("Error Running Code")).toBeVisible();
  await expect(page.getByText(/Boom/)).toBeVisible();

  await show("CDN", "html", `<script src="https://cdn.jsdelivr.net/npm/chart.js@4"></script><p>x</p>`);
  await expect(page.getByText("chart.js", { exact: true })).toBeVisible();

  // The frame's own scripts take no names from those of the artifact.
  const names = [..."abcdefghijklmnopqrstuvwxyz"].map((name) => `${name} = 1`).join(", ");
  await show(
    "Names",
    "html",
    `<p>x</p><script>const ${names}; document.querySelector("p").textContent = "Declared " + z</script>`,
  );
  await expect(preview(page).getByText("Declared 1")).toBeVisible();

  // An endless loop: the page goes on, and the loop ends.
  await show("Loop", "html", "<p>Before</p><script>while (true) {}</script>");
  await expect(page.getByText(/took too long/)).toBeVisible();
});

test("a hostile artifact reaches nothing", async ({ operator: page, server, watch }) => {
  watch.provoke(/.*/);
  const hits: string[] = [];
  const outside = createServer((request, response) => {
    hits.push(request.url ?? "");
    response
      .writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/plain" })
      .end("reached");
  });
  await new Promise<void>((done) => outside.listen(0, "127.0.0.1", done));
  const { port } = outside.address() as AddressInfo;
  const opened: string[] = [];
  page.on("popup", (popup) => opened.push(popup.url()));
  page.on("download", (download) => opened.push(`download ${download.url()}`));
  page.on("dialog", (dialog) => {
    opened.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.evaluate(() => localStorage.setItem("private", "secret-of-the-person"));
  const hostile = await readFile(join(repository, "clients/e2e/corpus/artifact.html"), "utf8");
  const content = hostile.replaceAll("PORT", String(port)).replaceAll("SERVER", server.url);
  const id = await keep(page, "Hostile", "html", content);
  await page.goto(`${server.url}/artifacts/${id}`);
  await expect(preview(page).locator("#state")).toHaveText(/^\d+ attempts$/, { timeout: 90_000 });
  const attempts = Number.parseInt((await preview(page).locator("#state").textContent()) ?? "", 10);
  expect(attempts).toBeGreaterThanOrEqual(60);
  expect(JSON.parse((await preview(page).locator("#reached").textContent()) ?? "")).toEqual({});
  await expect(page, "the page is where it was").toHaveURL(`${server.url}/artifacts/${id}`);
  // What would end its page is tried alone.
  const out = `http://127.0.0.1:${port}`;
  const refusals: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") refusals.push(message.text());
  });
  const form = (method: string) => `<form action="${out}/form" method="${method}"><input name="a"></form>`;
  for (const [way, leaving] of Object.entries({
    address: `<script>location.href = "${out}/href"</script>`,
    replacing: `<script>location.replace("${out}/replace")</script>`,
    refresh: `<meta http-equiv="refresh" content="0;url=${out}/refresh">`,
    get: `${form("get")}<script>document.forms[0].submit()</script>`,
    post: `${form("post")}<script>document.forms[0].submit()</script>`,
    link: `<a id="a" href="${out}/link">x</a><script>a.click()</script>`,
    session: `<script>location.href = "${server.url}/api/accounts/session"</script>`,
  })) {
    const leaver = await keep(page, `Leaves by ${way}`, "html", `<p>Here</p>${leaving}`);
    refusals.length = 0;
    await page.goto(`${server.url}/artifacts/${leaver}`);
    await expect(page.locator('iframe[src="/artifact.html"]')).toBeVisible();
    // It was tried, and nothing came of it: a link asks the person, and the browser says what it refuses.
    if (way === "link") await expect(page.getByText(text("wants_to_open"))).toBeVisible();
    else {
      const { origin } = new URL(way === "session" ? server.url : out);
      await expect.poll(() => refusals.join("\n"), way).toContain(origin);
    }
    for (const frame of page.frames().slice(1)) {
      expect(frame.url(), way).not.toContain(out);
      expect(await frame.content().catch(() => ""), way).not.toMatch(/reached|olivia/i);
    }
    await expect(page).toHaveURL(`${server.url}/artifacts/${leaver}`);
  }
  expect(hits, "nothing was asked of another server").toEqual([]);
  expect(opened).toEqual([]);
  expect((await call<{ me: unknown }>(page, "GET", "/api/accounts/session")).me).not.toBeNull();
  outside.close();
});
