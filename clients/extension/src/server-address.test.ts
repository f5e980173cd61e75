import { describe, expect, test } from "vitest";
import { originPattern, pathAt, serverAddresses } from "./server-address";

describe("the address of a server", () => {
  test("is the origin of what was typed, or below it", () => {
    expect(serverAddresses(" chat.example.org ")).toEqual(["https://chat.example.org"]);
    expect(serverAddresses("http://[::1]:7070")).toEqual(["http://localhost:7070"]);
    expect(serverAddresses("[::1]:7070/home").at(-1)).toBe("http://localhost:7070");
    expect(serverAddresses("localhost:7070")).toEqual(["http://localhost:7070"]);
    expect(serverAddresses("http://127.0.0.1:7070/")).toEqual(["http://127.0.0.1:7070"]);
    expect(serverAddresses("https://example.org/ensemble/home?x=1#y")).toEqual([
      "https://example.org/ensemble/home",
      "https://example.org/ensemble",
      "https://example.org",
    ]);
    expect(serverAddresses("https://example.org/a/b/c/d/e/f")[0]).toBe("https://example.org/a/b/c/d");
  });

  test("tells its paths from those of others", () => {
    const path = (address: string) => pathAt("https://example.org/ensemble", new URL(address));
    expect(path("https://example.org/ensemble/api/models?a=/b#c")).toBe("/api/models");
    for (const other of [
      "https://example.org/ensemble2/api",
      "https://example.org/ensemble/../api",
      "https://example.org@evil.example/ensemble/api",
      "https://example.org:444/ensemble/api",
    ])
      expect(path(other), other).toBeNull();
  });

  // security §4.2: "Plain-http LAN installs: … no extension login"
  test("is refused where secrets would travel in the open", () => {
    for (const typed of [
      "",
      "http://chat.example.org",
      "http://192.168.1.4:7070",
      "http://127.0.0.1.evil.example",
      "http://localhost.evil.example",
      "https://user:secret@chat.example.org",
      "ftp://chat.example.org",
      "javascript:alert(1)",
      "file:///etc/passwd",
    ])
      expect(serverAddresses(typed), typed).toEqual([]);
  });

  test("is allowed without its port, which patterns do not know", () => {
    expect(originPattern("http://127.0.0.1:7070")).toBe("http://127.0.0.1/*");
    expect(originPattern("https://chat.example.org/a?b")).toBe("https://chat.example.org/*");
  });
});
