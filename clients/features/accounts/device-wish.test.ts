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

  test("a refusal carries what the device knows it by", () => {
    expect(refusedAddress("a-b_c")).toBe("/auth-landing?error=access_denied&state=a-b_c");
  });
});
