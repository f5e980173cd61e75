import { Buffer } from "node:buffer";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { crc32, deflateSync } from "node:zlib";

/** Request for images: its prompt, and how many pictures it refers to. */
export interface ImageWish {
  prompt: string;
  references: number;
}

/** Fake provider of images on loopback, which speaks like OpenAI. Its model makes pictures of one color. */
export class FakeImages {
  /** What was asked for, in its order. */
  readonly wishes: ImageWish[] = [];
  /** Texts of refusals, each for one request. */
  readonly refusals: string[] = [];

  private constructor(
    private readonly server: Server,
    /** Address of the API. */
    readonly url: string,
  ) {}

  static async start(): Promise<FakeImages> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { status, answer } = images.answerTo(
        request.url ?? "/",
        Buffer.concat(chunks).toString("latin1"),
      );
      response.statusCode = status;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const images = new FakeImages(server, `http://127.0.0.1:${port}/v1`);
    return images;
  }

  async stop(): Promise<void> {
    await new Promise((done) => this.server.close(done));
  }

  private answerTo(path: string, body: string): { status: number; answer: unknown } {
    if (path === "/v1/models")
      return { status: 200, answer: { object: "list", data: [{ id: "gpt-image-1" }] } };
    if (!path.startsWith("/v1/images/"))
      return { status: 404, answer: { error: { message: "No such route" } } };
    const wish = path.endsWith("/edits") ? wishOfForm(body) : wishOfJson(body);
    this.wishes.push(wish);
    const refusal = this.refusals.shift();
    if (refusal) return { status: 400, answer: { error: { message: refusal, code: "moderation_blocked" } } };
    return {
      status: 200,
      answer: { data: [{ b64_json: picture(512, this.wishes.length).toString("base64") }] },
    };
  }
}

const wishOfJson = (body: string): ImageWish => {
  const { prompt } = JSON.parse(Buffer.from(body, "latin1").toString("utf8")) as { prompt: string };
  return { prompt, references: 0 };
};

function wishOfForm(body: string): ImageWish {
  const [, prompt = ""] = /name="?prompt"?\r\n(?:[^\r\n]+\r\n)*\r\n([^\r]*)/.exec(body) ?? [];
  return { prompt, references: [...body.matchAll(/name="?image(?:\[\])?"?;/g)].length };
}

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** Returns a square PNG with a lighter square in its middle. `hue`: tells one from another. */
export function picture(side: number, hue = 1): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: side }, (_, y) => {
    const row = Buffer.alloc(1 + side * 3);
    for (let x = 0; x < side; x += 1) {
      const inner = Math.max(Math.abs(x - side / 2), Math.abs(y - side / 2)) < side / 4;
      row.set(inner ? [240, 230, 90] : [(hue * 70) % 200, 60, 120], 1 + x * 3);
    }
    return row;
  });
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
