import { describe, expect, test } from "vitest";
import { oidcAddress } from "./oidc-address";

describe("oidcAddress", () => {
  // spec §7: GET /api/user/oauth2_authorize
  test("asks for the provider and comes back to the landing page with the wish", () => {
    const address = oidcAddress({
      serverOrigin: "",
      client: "web",
      provider: "company",
      wish: "/home/chat?q=a&b",
    });
    const url = new URL(address, "https://here.example");
    expect(url.pathname).toBe("/api/user/oauth2_authorize");
    expect(url.searchParams.get("type")).toBe("company");
    expect(url.searchParams.get("client_type")).toBe("web");
    const back = new URL(url.searchParams.get("redirect_url") ?? "", "https://here.example");
    expect(back.pathname).toBe("/auth-landing");
    expect(back.searchParams.get("redirectTo")).toBe("/home/chat?q=a&b");
  });
});
