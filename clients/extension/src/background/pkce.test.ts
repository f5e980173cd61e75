import { describe, expect, test } from "vitest";
import { challengeOf, randomText, readLanding } from "./pkce";

const SERVER = "https://chat.example.org";

describe("signing in by code", () => {
  // The example of RFC 7636, appendix B.
  test("tells the server the SHA-256 of its secret", async () => {
    expect(await challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
      "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    );
  });

  test("makes secrets that are plain in an address and never the same", () => {
    const made = new Set(Array.from({ length: 100 }, randomText));
    expect(made.size).toBe(100);
    for (const text of made) expect(text).toMatch(/^[\w-]{43}$/);
  });

  test("takes its code from the landing page, in any language", () => {
    const code = { code: "c" };
    expect(readLanding(`${SERVER}/auth-landing?code=c&state=s`, SERVER, "s")).toEqual(code);
    expect(readLanding(`${SERVER}/zh-CN/auth-landing?code=c&state=s`, SERVER, "s")).toEqual(code);
    const below = `${SERVER}/ensemble`;
    expect(readLanding(`${below}/ar/auth-landing?code=c&state=s`, below, "s")).toEqual(code);
    expect(readLanding(`${SERVER}/auth-landing?code=c&state=s`, below, "s")).toBeNull();
    const denied = `${SERVER}/auth-landing?error=access_denied&state=s`;
    expect(readLanding(denied, SERVER, "s")).toEqual({ denied: true });
  });

  // security AU12
  test("takes nothing from another site, another page or another attempt", () => {
    for (const address of [
      "https://evil.example/auth-landing?code=c&state=s",
      "http://chat.example.org/auth-landing?code=c&state=s",
      "https://chat.example.org:444/auth-landing?code=c&state=s",
      "https://chat.example.org@evil.example/auth-landing?code=c&state=s",
      `${SERVER}/s/auth-landing/x?code=c&state=s`,
      `${SERVER}/auth-landing?code=c&state=other`,
      `${SERVER}/auth-landing?code=c`,
      "about:blank",
      "",
    ])
      expect(readLanding(address, SERVER, "s"), address).toBeNull();
  });
});
