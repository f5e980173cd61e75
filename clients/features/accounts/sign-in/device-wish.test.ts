import { describe, expect, test } from "vitest";
import { deviceWish, refusedAddress } from "./device-wish";

const WHOLE = {
  client_type: "extension",
  redirect_url: "/auth-landing",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
  state: "abc",
  device_name: "Chrome on Linux",
};

describe("what a device asks for", () => {
  test("is read from an address that is whole", () => {
    expect(deviceWish(WHOLE)).toEqual(WHOLE);
  });

  test("is nothing when a piece is missing, or the device is of another kind", () => {
    for (const name of ["client_type", "redirect_url", "code_challenge", "state", "device_name"] as const)
      expect(deviceWish({ ...WHOLE, [name]: undefined })).toBeNull();
    expect(deviceWish({ ...WHOLE, client_type: "web" })).toBeNull();
  });

  // security RD2: "desktop loopback"
  test("is answered to a page of ours, or for the desktop app to this computer", () => {
    const desktop = {
      ...WHOLE,
      client_type: "desktop",
      redirect_url: "http://127.0.0.1:40123/auth-landing",
    } as const;
    expect(deviceWish(desktop)).toEqual(desktop);
    expect(deviceWish({ ...WHOLE, redirect_url: desktop.redirect_url })).toBeNull();
    for (const redirect_url of [
      "/auth-landing",
      "https://evil.example/auth-landing",
      "http://127.0.0.1:40123@evil.example/auth-landing",
      "http://127.0.0.1.evil.example:4000/auth-landing",
      "javascript:alert(1)",
    ])
      expect(deviceWish({ ...desktop, redirect_url }), redirect_url).toBeNull();
  });

  test("a refusal carries what the device knows it by", () => {
    expect(refusedAddress({ ...WHOLE, state: "a-b_c" })).toBe(
      "/auth-landing?error=access_denied&state=a-b_c",
    );
  });
});
