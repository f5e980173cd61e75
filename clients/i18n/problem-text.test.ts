import { beforeAll, describe, expect, test, vi } from "vitest";
import { problemText } from "./problem-text";
import { changeLocale, startTexts } from "./text";

beforeAll(() => startTexts("en", ["problems"]));

describe("problemText", () => {
  test("translates a known code", async () => {
    const problem = { code: "accounts.email_taken", message: "Email already registered", status: 409 };
    expect(problemText(problem)).toBe("Email already registered");
    await changeLocale("zh-CN");
    expect(problemText(problem)).toBe("邮箱已被注册");
    await changeLocale("en");
  });

  // spec §7: message, else data message, else msg, else "server error (code)", else "server error"
  test.each([
    [{ code: "x.y", message: "first", data: { message: "second" }, msg: "third" }, "first"],
    [{ code: "x.y", data: { message: "second" }, msg: "third" }, "second"],
    [{ code: "x.y", msg: "third" }, "third"],
    [{ code: "x.y" }, "server error (x.y)"],
    [{ status: 502 }, "server error (502)"],
    [{}, "server error"],
    ["what", "server error"],
  ])("reads %j as %s", (error, text) => {
    expect(problemText(error)).toBe(text);
  });

  test("finds the problem inside an error", () => {
    const error = Object.assign(new Error("other"), { problem: { code: "x.y", message: "inner" } });
    expect(problemText(error)).toBe("inner");
  });

  test("says what happened before any text is loaded, for instance because of it", async () => {
    vi.resetModules();
    const fresh = await import("./problem-text");
    const failed = new TypeError("Failed to fetch dynamically imported module");
    expect(fresh.problemText(failed)).toBe("Connection error, please check your network.");
    expect(fresh.problemText({ status: 502 })).toBe("server error");
  });

  // spec §8: "Connection error, please check your network."; "Request cancelled"
  test("names a lost network and a cancelled request as the spec does", () => {
    expect(problemText(new TypeError("Failed to fetch"))).toBe(
      "Connection error, please check your network.",
    );
    expect(problemText(new DOMException("stop", "AbortError"))).toBe("Request cancelled");
  });
});
