import { Buffer } from "node:buffer";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Request for a video as it came. */
export interface VideoWish {
  /** Fields of its form. */
  fields: Record<string, string>;
  /** Number of pictures. */
  frames: number;
}

/** Fake provider of videos on loopback, which speaks like OpenAI. A video is there when it is asked about again. */
export class FakeVideos {
  /** What was asked for, in its order. */
  readonly wishes: VideoWish[] = [];
  /** Ids of the videos that were cancelled. */
  readonly cancelled: string[] = [];
  /** True: videos stay in progress. */
  isSlow = false;

  private constructor(
    private readonly server: Server,
    /** Address of the API. */
    readonly url: string,
  ) {}

  static async start(): Promise<FakeVideos> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { status, type, body } = videos.answerTo(
        `${request.method} ${request.url}`,
        Buffer.concat(chunks).toString("utf8"),
      );
      response.statusCode = status;
      response.setHeader("content-type", type);
      response.end(body);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const videos = new FakeVideos(server, `http://127.0.0.1:${port}/v1`);
    return videos;
  }

  async stop(): Promise<void> {
    await new Promise((done) => this.server.close(done));
  }

  private answerTo(route: string, body: string): { status: number; type: string; body: string | Buffer } {
    const json = (answer: unknown, status = 200) => ({
      status,
      type: "application/json",
      body: JSON.stringify(answer),
    });
    if (route === "GET /v1/models") return json({ object: "list", data: [{ id: "sora-2" }] });
    if (route === "POST /v1/videos") {
      this.wishes.push(wishOf(body));
      return json({ id: `video-${this.wishes.length}`, status: "in_progress", progress: 40 });
    }
    const [, method, id, content] = /^(GET|DELETE) \/v1\/videos\/([\w-]+)(\/content)?$/.exec(route) ?? [];
    if (!id) return json({ error: { message: "No such route" } }, 404);
    if (content) return { status: 200, type: "video/webm", body: CLIP };
    if (method === "DELETE") this.cancelled.push(id);
    return json({ id, status: this.isSlow ? "in_progress" : "completed", progress: this.isSlow ? 40 : 100 });
  }
}

/** Reads a form with several parts. */
function wishOf(body: string): VideoWish {
  const fields = body.matchAll(/name="?(\w+)"?\r\n(?:[^\r\n]+\r\n)*\r\n([^\r]*)/g);
  return {
    fields: Object.fromEntries([...fields].map(([, name, value]) => [name, value])),
    frames: [...body.matchAll(/name="?input_reference"?; filename=/g)].length,
  };
}

/** Clip of four frames of one color (WebM, VP8, 32 by 18 pixels). */
const CLIP_BASE64 = [
  "GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwEAAAAAAAIZEU2bdLlNu4tTq4QVSalmU6yBbk27i1OrhBZU",
  "rmtTrIGTTbuLU6uEH0O2dVOsgdRNu4xTq4QcU7trU6yCAgfsrgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAVSalmoCrXsYMPQkBEiYREFlHsTYCGQ2hyb21lV0GGQ2hyb21lFlSua7yuuteBAXPFh+Z/5LNtgA+DgQFV7oEBhoVW",
  "X1ZQOOCdsIEguoESU8CBAVWwkFWxgQFVuYECVbqBDVW7gQEfQ7Z1AQAAAAAAASfngQCg2KGtgQAAAHACAJ0BKiAAEgAFBwiFhYiZ",
  "hIgbggJ08sZh/gAA/uX5lFFH/XFzZDeAdaGmpqTugQGlnzACAJ0BKiAAEgAKhwiFhYiZhIg4AgAHkPPJwP7rrgCgwqGigQDIAPEB",
  "ABQRAAAYDFFPkNuUcEN7AP7r3hqKKPeOHtjsNHWhmKaW7oEBpZGxAQAqEcAAGAAYWC/0AAhwAPuBAKDBoaGBAZAA0QEAFBD4ABgA",
  "Hlf0DAA1BwD+4uBqKKP/qqnr79B1oZimlu6BAaWRsQEAKhHAABgAGFgv9AAIcAD7gcigwaGggQJZANEBABQQ8AAYAB5X9AwAQQ4A",
  "/uxwyooo/uT9EYB1oZimlu6BAaWRsQEAKhHAABgAGFgv9AAIcAD7ggGQHFO7a427i7OBALeG94EB8YHU",
];
const CLIP = Buffer.from(CLIP_BASE64.join(""), "base64");
