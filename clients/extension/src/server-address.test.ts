import { describe, expect, test } from "vitest";
import { originPattern, serverOrigin } from "./server-address";

describe("the address of a server", () => {
  test("is the origin of what was typed", () => {
    expect(serverOrigin("https://chat.example.org/home/chat?x=1")).toBe("https://chat.example.org");
    expect(serverOrigin(" chat.example.org ")).toBe("https://chat.example.org");
    expect(serverOrigin("http://[::1]:7070")).toBe("http://localhost:7070");
    expect(serverOrigin("[::1]:7070/home")).toBe("http://localhost:7070");
    expect(serverOrigin("localhost:7070")).toBe("http://localhost:7070");
    expect(serverOrigin("http://127.0.0.1:7070/")).toBe("http://127.0.0.1:7070");
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
      expect(serverOrigin(typed), typed).toBeNull();
  });

  test("is allowed without its port, which patterns do not know", () => {
    expect(originPattern("http://127.0.0.1:7070")).toBe("http://127.0.0.1/*");
    expect(originPattern("https://chat.example.org/a?b")).toBe("https://chat.example.org/*");
  });
});
