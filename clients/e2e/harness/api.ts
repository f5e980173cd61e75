import { type APIRequestContext, expect, type Page } from "@playwright/test";

/**
 * Calls the server as the page's person, for setup that the journey is not about.
 *
 * The request has the page's cookies, and the origin that the server requires for unsafe methods.
 */
export async function call<T>(
  page: Page,
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
): Promise<T> {
  const origin = new URL(page.url()).origin;
  const request: APIRequestContext = page.context().request;
  const response = await request.fetch(origin + path, {
    method,
    headers: { origin, "content-type": "application/json" },
    ...(body === undefined ? {} : { data: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.ok(), `${method} ${path}: ${response.status()} ${text}`).toBe(true);
  return (text ? JSON.parse(text) : undefined) as T;
}
