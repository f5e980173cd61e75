import { api } from "@ensemble/contract/api";
import { onServer } from "@ensemble/contract/base-path";

export interface ChatFile {
  name: string;
  content: Blob;
}

/** Chat to export, and the language of its labels. */
export interface ExportedChat {
  id: string;
  locale: string;
  /** Label of diagrams without a title. */
  label: string;
}

const addressOf = ({ id, locale }: ExportedChat, format: string, shown = false) =>
  `/api/portability/chats/${id}?format=${format}&locale=${locale}${shown ? "&shown=true" : ""}`;

/** Fetches a chat's file from the server, with diagrams drawn by this browser. */
export async function fetchChatFile(chat: ExportedChat, format: string): Promise<ChatFile> {
  const address = addressOf(chat, format);
  const isPage = format === "html";
  const frame = isPage || format === "docx" ? await openPage(chat, WIDTH) : null;
  try {
    const page = frame?.contentDocument;
    const isDrawn = page && hasDiagrams(page);
    if (isDrawn && !isPage) {
      const { pictureDiagrams } = await import("./export-diagrams");
      return named(await api.getFile(address, { diagrams: await pictureDiagrams(page) }), format);
    }
    const file = named(await api.getFile(address), format);
    if (!isDrawn) return file;
    await drawIn(page, chat.label);
    return { ...file, content: savedPage(page) };
  } finally {
    frame?.remove();
  }
}

const named = ({ name, content }: { name: string | null; content: Blob }, format: string): ChatFile => ({
  name: name ?? `chat.${format}`,
  content,
});

/**
 * Prints the chat's page with the browser, which has fonts and shaping for every script and can save a PDF.
 */
export async function printChat(chat: ExportedChat): Promise<void> {
  const frame = await openPage(chat, 800);
  const page = frame.contentWindow;
  if (!page) throw new Error("the page to be printed did not open");
  await drawIn(page.document, chat.label);
  // In some browsers printing reads the page after this returns, so it is removed after printing, or with
  // the next one.
  page.addEventListener("afterprint", () => frame.remove());
  page.focus();
  page.print();
}

const WIDTH = 760;
/** Maximum image height; longer chats are split, because browsers limit canvases. */
const PIECE_HEIGHT = 8_000;
const SCALE = 2;

/** Renders the chat's page as images in the browser. */
export async function picturesOf(chat: ExportedChat): Promise<ChatFile[]> {
  const frame = await openPage(chat, WIDTH);
  try {
    const page = frame.contentDocument;
    if (!page) throw new Error("the page to be drawn did not open");
    await drawIn(page, chat.label);
    const height = Math.ceil(page.documentElement.scrollHeight);
    const picture = await drawable(page, height);
    const files: ChatFile[] = [];
    for (let top = 0; top < height; top += PIECE_HEIGHT) {
      const content = await draw(picture, top, Math.min(PIECE_HEIGHT, height - top));
      const number = height > PIECE_HEIGHT ? `-${files.length + 1}` : "";
      files.push({ name: `${page.title || "chat"}${number}.png`.replaceAll(/[\\/:*?"<>|]/g, "-"), content });
    }
    return files;
  } finally {
    frame.remove();
  }
}

/** Returns the page as saved, including drawn diagrams. */
function savedPage(page: Document): Blob {
  const html = `<!doctype html>\n${page.documentElement.outerHTML}\n`;
  return new Blob([html], { type: "text/html" });
}

/** Draws the diagrams of a page; the drawing code is loaded only if there are any. */
async function drawIn(page: Document, label: string): Promise<void> {
  if (hasDiagrams(page)) await (await import("./export-diagrams")).showDiagrams(page, label);
}

const hasDiagrams = (page: Document) => page.querySelector('pre[data-language="mermaid"]') !== null;

async function openPage(chat: ExportedChat, width: number): Promise<HTMLIFrameElement> {
  const address = addressOf(chat, "html", true);
  // A frame would hide the error.
  await api.getFile(address);
  const frame = document.createElement("iframe");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.style.cssText = `position:fixed;inset-inline-start:-10000px;top:0;border:0;width:${width}px;height:600px`;
  frame.src = onServer(address);
  await new Promise<void>((done, refuse) => {
    frame.addEventListener("load", () => done(), { once: true });
    frame.addEventListener("error", () => refuse(new Error("the page did not open")), { once: true });
    document.body.append(frame);
  });
  return frame;
}

/** Returns the page as an SVG image for a canvas. */
async function drawable(page: Document, height: number): Promise<HTMLImageElement> {
  const html = new XMLSerializer()
    .serializeToString(page.documentElement)
    // An image is viewed anywhere, so it is light whatever this screen's theme is.
    .replaceAll("(prefers-color-scheme:dark)", "not all");
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">` +
    `<foreignObject width="100%" height="100%">${html}</foreignObject></svg>`;
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  return picture;
}

async function draw(picture: HTMLImageElement, top: number, height: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH * SCALE;
  canvas.height = height * SCALE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser does not draw");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(SCALE, SCALE);
  context.drawImage(picture, 0, -top);
  return new Promise((done, refuse) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : refuse(new Error("this browser did not draw"))),
      "image/png",
    ),
  );
}
