import { describe, expect, test, vi } from "vitest";
import { createApi } from "./api";
import { CONNECTION_ERROR, ProblemError } from "./problem-error";

const answering = (answer: () => Response | Promise<Response>) => {
  const fetch = vi.fn((_request: Request) => Promise.resolve().then(answer));
  return { fetch, api: createApi({ baseUrl: "http://server.test", fetch }) };
};

describe("createApi", () => {
  test("puts path, query and body where they belong", async () => {
    const { api, fetch } = answering(() => Response.json({ items: [], next_cursor: null }));

    await api.get("/api/chat/search", { query: { q: "a b&c", limit: 5 } });
    await api.patch("/api/chat/conversations/{id}", {
      path: { id: "x/y" },
      body: { title: "T" },
      headers: { "If-Match": '"3"' },
    });

    const [first, second] = fetch.mock.calls.map(([request]) => request);
    expect(first?.url).toBe("http://server.test/api/chat/search?q=a%20b%26c&limit=5");
    expect(second?.url).toBe("http://server.test/api/chat/conversations/x%2Fy");
    expect(second?.method).toBe("PATCH");
    expect(second?.headers.get("if-match")).toBe('"3"');
    expect(await second?.json()).toEqual({ title: "T" });
  });

  test("sends a JSON content type with every unsafe method, also without a body", async () => {
    const { api, fetch } = answering(() => new Response(null, { status: 204 }));

    await api.post("/api/accounts/sign-out");
    await api.delete("/api/gateway/keys/{id}", { path: { id: "k" } });

    for (const [request] of fetch.mock.calls)
      expect(request.headers.get("content-type")).toBe("application/json");
  });

  test("throws the server's problem, and tells who listens", async () => {
    const problem = {
      status: 401,
      code: "identity.session_ended",
      params: { reason: "device_limit" },
      message: "m",
    };
    const { api } = answering(() => Response.json(problem, { status: 401 }));
    const heard: string[] = [];
    api.onProblem((error) => heard.push(error.code));

    const refused = api.get("/api/models").catch((error: unknown) => error);

    expect(await refused).toBeInstanceOf(ProblemError);
    expect(((await refused) as ProblemError).problem.params).toEqual({ reason: "device_limit" });
    expect(heard).toEqual(["identity.session_ended"]);
  });

  test("names a request without an answer a connection error", async () => {
    const { api } = answering(() => Promise.reject(new TypeError("Failed to fetch")));

    await expect(api.get("/api/models")).rejects.toMatchObject({ code: CONNECTION_ERROR, status: 0 });
  });

  test("reads an answer that is no JSON as a server error", async () => {
    const { api } = answering(() => new Response("<html>", { status: 502 }));

    await expect(api.get("/api/models")).rejects.toMatchObject({ code: "http.502", message: "server error" });
  });
});
