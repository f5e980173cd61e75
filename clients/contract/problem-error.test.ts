import { describe, expect, test } from "vitest";
import { isPassing, messageOf, problemFrom } from "./problem-error";

describe("messageOf reads an error answer in the order of spec section 7", () => {
  test.each([
    [{ message: "a", data: { message: "b" }, msg: "c", code: 7 }, "a"],
    [{ data: { message: "b" }, msg: "c", code: 7 }, "b"],
    [{ message: "", data: { message: "b" } }, "b"],
    [{ msg: "c", code: 7 }, "c"],
    [{ code: 7 }, "server error (7)"],
    [{ code: "E7" }, "server error (E7)"],
    [{ message: 12 }, "server error"],
    [{}, "server error"],
    [undefined, "server error"],
    ["<html>Bad gateway</html>", "server error"],
  ])("%j → %s", (body, expected) => {
    expect(messageOf(body)).toBe(expected);
  });
});

describe("problemFrom", () => {
  test("takes code, params and message from the problem", () => {
    const body = {
      status: 402,
      code: "ledger.queries_used_up",
      params: { left: 0 },
      message: "Your queries have been used up",
    };

    const error = problemFrom(new Response(null, { status: 402 }), body);

    expect(error.problem).toMatchObject(body);
    expect(error.message).toBe("Your queries have been used up");
  });

  test("reads how long to wait from the params, which are texts", () => {
    const error = problemFrom(new Response(null, { status: 429 }), { params: { retry_after_seconds: "7" } });

    expect(error.retryAfterSeconds).toBe(7);
  });

  test("reads how long to wait from the header when the body does not say", () => {
    const error = problemFrom(new Response(null, { status: 429, headers: { "Retry-After": "17" } }), {});

    expect(error.retryAfterSeconds).toBe(17);
    expect(error.code).toBe("http.429");
  });

  test.each([
    [502, true],
    [503, true],
    [429, false],
    [422, false],
    [500, false],
  ])("an answer with status %i passes by itself: %s", (status, expected) => {
    expect(isPassing(problemFrom(new Response(null, { status }), {}))).toBe(expected);
  });

  test("a refusal in our server's own words does not pass by itself", () => {
    const refused = problemFrom(new Response(null, { status: 502 }), {
      code: "providers.unreachable",
      message: "m",
    });

    expect(isPassing(refused)).toBe(false);
  });
});
