import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "@playwright/test";

/** Push service on loopback with its receiving browser. */
export class PushService {
  private readonly browser = createECDH("prime256v1");
  private readonly auth = randomBytes(16);
  private readonly taken: { headers: IncomingHttpHeaders; body: Buffer }[] = [];

  private constructor(private readonly server: Server) {
    this.browser.generateKeys();
  }

  static async start(): Promise<PushService> {
    const server = createServer();
    const service = new PushService(server);
    server.on("request", async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      service.taken.push({ headers: request.headers, body: Buffer.concat(pieces) });
      response.writeHead(201).end();
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return service;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Replaces the browser's push service, which is unreachable in tests. */
  async standIn(context: BrowserContext): Promise<void> {
    const subscription = {
      endpoint: `http://${this.host}/push/phone`,
      keys: { p256dh: this.browser.getPublicKey("base64url"), auth: this.auth.toString("base64url") },
    };
    await context.addInitScript((given) => {
      PushManager.prototype.subscribe = async ({
        applicationServerKey,
      }: PushSubscriptionOptionsInit = {}) => {
        sessionStorage.setItem("test.push-key", String(applicationServerKey));
        return { toJSON: () => given } as unknown as PushSubscription;
      };
    }, subscription);
  }

  get count(): number {
    return this.taken.length;
  }

  /** Decrypts the newest message after checking that it was sent for `publicKey` (RFC 8291, RFC 8292). */
  read(publicKey: string): Record<string, unknown> {
    const newest = this.taken.at(-1);
    if (!newest) throw new Error("nothing was pushed");
    this.checkSender(newest.headers.authorization ?? "", publicKey);
    const { body } = newest;
    const salt = body.subarray(0, 16);
    const keyBytes = body[20] ?? 0;
    const serverKey = body.subarray(21, 21 + keyBytes);
    const record = body.subarray(21 + keyBytes);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.browser.getPublicKey(), serverKey]);
    const secret = derive(this.browser.computeSecret(serverKey), this.auth, info, 32);
    const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const cipher = createDecipheriv("aes-128-gcm", key, nonce);
    cipher.setAuthTag(record.subarray(-16));
    const plain = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString("utf8"));
  }

  private checkSender(authorization: string, publicKey: string): void {
    const [, token = "", key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
    if (key !== publicKey) throw new Error("another key than the page was given");
    const point = Buffer.from(publicKey, "base64url");
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
    const jwk = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
    const signed = token.slice(0, token.lastIndexOf("."));
    const signature = Buffer.from(token.slice(signed.length + 1), "base64url");
    if (!verify("sha256", Buffer.from(signed), { key: jwk, dsaEncoding: "ieee-p1363" }, signature))
      throw new Error("the signature is not by this key");
    const claims = JSON.parse(Buffer.from(signed.split(".")[1] ?? "", "base64url").toString("utf8"));
    if (claims.aud !== `http://${this.host}`) throw new Error(`meant for ${claims.aud}`);
  }

  async stop(): Promise<void> {
    await new Promise((done) => this.server.close(done));
  }
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
