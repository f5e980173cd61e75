import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface PayPalOrder {
  id: string;
  status: string;
  links: { rel: string; href: string }[];
  purchase_units: { amount: object; payments?: { captures: object[] } }[];
  payment_source: { paypal: { experience_context: { return_url: string } } };
}

/**
 * Fake of the PayPal calls that this product makes, on loopback, with the page where the buyer approves a
 * payment.
 */
export class FakePayPal {
  /** True if buyers' cards are declined. */
  declines = false;
  private readonly orders = new Map<string, PayPalOrder>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakePayPal> {
    const server = createServer((request, response) => void paypal.answer(request, response));
    const paypal = new FakePayPal(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return paypal;
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
      'provider = "paypal"',
      "[payments.paypal]",
      `address = "http://${this.host}"`,
      'client_id = "client"',
      'client_secret = "secret"',
      'webhook_id = "WH-1"',
      "",
    ].join("\n");
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", `http://${this.host}`);
    const json = (body: unknown, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (url.pathname === "/checkoutnow") {
      return this.page(this.orders.get(url.searchParams.get("token") ?? ""), request, response);
    }
    if (url.pathname === "/v1/oauth2/token") return json({ access_token: "token", token_type: "Bearer" });
    // Nobody disputes anything.
    if (url.pathname === "/v1/customer/disputes") return json({ items: [] });
    const [, id, what] = url.pathname.match(/^\/v2\/checkout\/orders(?:\/(\w+))?(?:\/(capture))?$/) ?? [];
    if (!id && request.method === "POST") return json(this.begin(await body(request)));
    const order = this.orders.get(id ?? "");
    if (!order) return json({ name: "RESOURCE_NOT_FOUND" }, 404);
    if (what !== "capture") return json(order);
    if (this.declines) return json({ details: [{ issue: "INSTRUMENT_DECLINED" }] }, 422);
    if (order.status !== "APPROVED") return json({ details: [{ issue: "ORDER_NOT_APPROVED" }] }, 422);
    order.status = "COMPLETED";
    for (const unit of order.purchase_units) {
      unit.payments = { captures: [{ id: `C${order.id}`, status: "COMPLETED", amount: unit.amount }] };
    }
    json(order);
  }

  private begin(wish: string): PayPalOrder {
    const id = `O${this.orders.size + 1}`;
    const links = [{ rel: "payer-action", href: `http://${this.host}/checkoutnow?token=${id}` }];
    const order: PayPalOrder = { ...JSON.parse(wish), id, status: "PAYER_ACTION_REQUIRED", links };
    this.orders.set(id, order);
    return order;
  }

  /** Serves the page where the buyer approves; its button does so and redirects back. */
  private page(order: PayPalOrder | undefined, request: IncomingMessage, response: ServerResponse): void {
    const back = order?.payment_source.paypal.experience_context.return_url;
    if (!order || !back) {
      response.writeHead(404).end();
    } else if (request.method === "POST") {
      order.status = "APPROVED";
      response.writeHead(303, { location: back }).end();
    } else {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><title>Agree</title><form method="post"><button>Agree</button></form>` +
          `<a href="${back}">Back</a>`,
      );
    }
  }
}

async function body(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
