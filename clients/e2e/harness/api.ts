import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { markStale } from "./loaded-chat.ts";
import { serverOf } from "./server-address.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Calls the server at this address with the client's cookies, and with the origin that the server asks of unsafe methods.
 */
export async function request<T>(
  client: APIRequestContext,
  server: string,
  method: Method,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await client.fetch(server + path, {
    method,
    headers: { origin: new URL(server).origin, "content-type": "application/json" },
    ...(body === undefined ? {} : { data: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.ok(), `${method} ${path}: ${response.status()} ${text}`).toBe(true);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Calls the server as the page's person, for setup that the journey is not about. */
export function call<T>(page: Page, method: Method, path: string, body?: unknown): Promise<T> {
  if (method !== "GET") markStale(page);
  return request(page.context().request, serverOf(page), method, path, body);
}
