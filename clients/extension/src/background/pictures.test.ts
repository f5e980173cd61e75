import { beforeEach, describe, expect, test, vi } from "vitest";
import type { FetchAsk } from "../messages";

const connection = { server: "https://s.example", token: "t" as string | null };
const tabs: string[] = [];
const asked: FetchAsk[] = [];
let inPage: string | null = null;
let answer: (ask: FetchAsk) => Response = () => Response.json({});

vi.mock("wxt/browser", () => ({
  browser: {
    tabs: { create: async ({ url }: { url: string }) => void tabs.push(url) },
    scripting: {
      executeScript: async () => {
        if (inPage === null) throw new Error("closed to extensions");
        return [{ result: inPage }];
      },
    },
  },
}));
vi.mock("./connection", () => ({ readConnection: async () => connection }));
vi.mock("./network", () => ({
  askServer: async (ask: FetchAsk) => {
    asked.push(ask);
    return answer(ask);
  },
}));
const { nameOf, openWithPicture, PICTURE_PLACES } = await import("./pictures");

const page = { host: "a.example", title: "A", words: 0 };
const picture = { tabId: 1, frameId: 0, address: "https://a.example/cats/tom.png", page };
const pixel = `data:image/png;base64,${btoa("pixels")}`;

beforeEach(() => {
  tabs.length = 0;
  asked.length = 0;
  inPage = pixel;
  connection.token = "t";
  answer = () => Response.json({});
  vi.stubGlobal("createImageBitmap", async () => ({ width: 400, height: 300, close: () => undefined }));
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

describe("a picture of a web page", () => {
  test("is sent as its page shows it, and the tool opens with it", async () => {
    await openWithPicture(PICTURE_PLACES["picture-upscale"], picture);
    expect(asked).toHaveLength(1);
    const [sent] = asked;
    expect(sent).toMatchObject({ method: "PUT", body: btoa("pixels"), page });
    const id = /^\/api\/images\/files\/([\w-]+)\?name=tom\.png$/.exec(sent?.path ?? "")?.[1];
    expect(tabs).toEqual([`https://s.example/image-tools/upscale?file=${id}`]);
  });

  test("is read by the server where the page does not let us", async () => {
    inPage = null;
    answer = ({ method, path }) =>
      path.startsWith("/api/img_proxy/proxy_url/")
        ? new Response("jpeg", { headers: { "content-type": "image/jpeg" } })
        : Response.json(method === "POST" ? { address: "/api/img_proxy/proxy_url/x?e=1&s=2" } : {});
    await openWithPicture(PICTURE_PLACES["picture-edit"], picture);
    expect(asked.map(({ method }) => method)).toEqual(["POST", "GET", "PUT"]);
    expect(asked[2]).toMatchObject({ body: btoa("jpeg") });
    expect(tabs[0]).toMatch(/^https:\/\/s\.example\/home\/image\/edit\/new\?file=/);
  });

  test("that nobody can read leads to the tools, which say so", async () => {
    inPage = null;
    answer = () => Response.json({ code: "img_proxy.unreadable" }, { status: 502 });
    await openWithPicture(PICTURE_PLACES["picture-ask"], picture);
    expect(tabs).toEqual(["https://s.example/image-tools?file=none"]);
  });

  test("goes nowhere without a session", async () => {
    connection.token = null;
    await expect(openWithPicture(PICTURE_PLACES["picture-ask"], picture)).rejects.toThrow();
    expect([asked, tabs]).toEqual([[], []]);
  });

  test("has a name, also where its address has none", () => {
    expect(nameOf("https://a.example/x/cat.jpeg?w=3", "image/jpeg")).toBe("cat.jpg");
    expect(nameOf("data:image/png;base64,aaaa", "image/png")).toBe("image.png");
    expect(nameOf("https://a.example/", "image/webp")).toBe("image.webp");
  });
});
