import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Secret that signs its webhooks. */
const SECRET = "whsec_journey";

interface Session {
  id: string;
  url: string;
  status: string;
  payment_status: string;
  amount_total: number;
  currency: string;
  success_url: string;
  customer: string | null;
  metadata: { order_id: string };
  payment_intent: { id: string; latest_charge: Record<string, unknown> };
}

/** Fake of the Stripe calls that this product makes, on loopback, with the page where a bill is paid. */
export class FakeStripe {
  private readonly sessions = new Map<string, Session>();
  /** Customers by the idempotency key that created them. */
  private readonly customers = new Map<string, string>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeStripe> {
    const server = createServer((request, response) => void stripe.answer(request, response));
    const stripe = new FakeStripe(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return stripe;
  }

  /** Host for the operator's allow list. */
  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Settings of a server that uses it. */
  get settings(): string {
    return [
      "[web_access]",
      `allow_hosts = ["${this.host}"]`,
      "[payments]",
      'provider = "stripe"',
      "[payments.stripe]",
      `address = "http://${this.host}"`,
      'key = "sk_test"',
      `notice_secret = "${SECRET}"`,
      "",
    ].join("\n");
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  /** Simulates a chargeback of an order that the bank accepts. */
  async takeBack(orderId: string, server: string): Promise<void> {
    const session = [...this.sessions.values()].find(({ metadata }) => metadata.order_id === orderId);
    if (!session) throw new Error(`nothing was begun for the order ${orderId}`);
    session.payment_intent.latest_charge.disputed = true;
    const object = { object: "dispute", id: "du_1", payment_intent: session.payment_intent.id };
    const body = JSON.stringify({ id: "evt_1", type: "charge.dispute.closed", data: { object } });
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", SECRET).update(`${time}.${body}`).digest("hex");
    const headers = { "content-type": "application/json", "stripe-signature": `t=${time},v1=${signature}` };
    const answer = await fetch(`${server}/api/billing/notices/stripe`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`the news were refused: ${answer.status} ${await answer.text()}`);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", `http://${this.host}`);
    const [, first, second, third] = url.pathname.split("/");
    const json = (body: unknown, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (first === "pay") return this.page(this.sessions.get(second ?? ""), request, response);
    if (first === "portal") return this.portal(url.searchParams.get("back") ?? "", response);
    if (second === "customers" && request.method === "POST") {
      const key = String(request.headers["idempotency-key"] ?? third);
      const id = third ?? this.customers.get(key) ?? `cus_${this.customers.size + 1}`;
      if (!third) this.customers.set(key, id);
      return json({ object: "customer", id });
    }
    if (second === "billing_portal") {
      const wish = await form(request);
      const back = encodeURIComponent(wish.get("return_url") ?? "");
      return json({ object: "billing_portal.session", url: `http://${this.host}/portal/?back=${back}` });
    }
    const isOfSessions = second === "checkout" && third === "sessions";
    const [, , , , id, what] = url.pathname.split("/");
    const found = this.sessions.get(id ?? "");
    if (isOfSessions && request.method === "POST" && !id) return json(this.begin(await form(request)));
    if (isOfSessions && found && what === "expire") {
      if (found.status === "open") found.status = "expired";
      return json(found);
    }
    if (isOfSessions && found) return json(found);
    if (isOfSessions && !id) {
      const intent = url.searchParams.get("payment_intent");
      const of = [...this.sessions.values()].filter(({ payment_intent }) => payment_intent.id === intent);
      return json({ object: "list", data: of });
    }
    if (second === "disputes") {
      const charge = url.searchParams.get("charge");
      const of = [...this.sessions.values()].find(
        ({ payment_intent }) => payment_intent.latest_charge.id === charge,
      );
      const lost = { object: "dispute", id: "du_1", status: "lost", amount: of?.amount_total };
      return json({ object: "list", data: of?.payment_intent.latest_charge.disputed ? [lost] : [] });
    }
    json({ error: { message: "Not Found" } }, 404);
  }

  private begin(wish: URLSearchParams): Session {
    const id = `cs_${this.sessions.size + 1}`;
    const amount = Number(wish.get("line_items[0][price_data][unit_amount]"));
    const charge = { id: `ch_${id}`, amount, amount_refunded: 0, refunded: false, disputed: false };
    const session: Session = {
      id,
      url: `http://${this.host}/pay/${id}`,
      status: "open",
      payment_status: "unpaid",
      amount_total: amount,
      currency: wish.get("line_items[0][price_data][currency]") ?? "",
      success_url: wish.get("success_url") ?? "",
      customer: wish.get("customer"),
      metadata: { order_id: wish.get("metadata[order_id]") ?? "" },
      payment_intent: { id: `pi_${id}`, latest_charge: charge },
    };
    this.sessions.set(id, session);
    return session;
  }

  /** Serves the customer portal, which leads back. */
  private portal(back: string, response: ServerResponse): void {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><title>Cards</title><h1>Cards</h1><a href="${back}">Back</a>`);
  }

  /** Serves the page where a bill is paid; its button pays and redirects back. */
  private page(session: Session | undefined, request: IncomingMessage, response: ServerResponse): void {
    if (!session) {
      response.writeHead(404).end();
    } else if (request.method === "POST") {
      session.status = "complete";
      session.payment_status = "paid";
      response.writeHead(303, { location: session.success_url }).end();
    } else {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      const amount = (session.amount_total / 100).toFixed(2);
      response.end(
        `<!doctype html><title>Pay</title><form method="post"><p>${amount} ${session.currency}</p>` +
          `<button>Pay</button></form><a href="${session.success_url}">Back</a>`,
      );
    }
  }
}

async function form(request: IncomingMessage): Promise<URLSearchParams> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return new URLSearchParams(Buffer.concat(pieces).toString());
}
