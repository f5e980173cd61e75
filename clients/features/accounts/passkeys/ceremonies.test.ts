import { afterEach, expect, test, vi } from "vitest";
import { createPasskey, fromBase64Url, PasskeyError, signWithPasskey, toBase64Url } from "./ceremonies";

afterEach(() => vi.unstubAllGlobals());

const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

/** Replaces the browser's credentials. */
const withCredentials = (credentials: Partial<CredentialsContainer>) => {
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("navigator", { ...navigator, credentials });
};

test("bytes are written in base64url and read again", () => {
  const odd = Uint8Array.from([0, 250, 251, 252, 253, 254, 255]);
  const text = toBase64Url(odd.buffer);
  expect(text).toMatch(/^[\w-]+$/);
  expect(fromBase64Url(text)).toEqual(odd);
});

test("the browser gets bytes, and the domain as it is", async () => {
  const create = vi.fn().mockResolvedValue({
    id: "aWQ",
    rawId: bytes("id"),
    type: "public-key",
    response: {
      clientDataJSON: bytes("{}"),
      attestationObject: bytes("a"),
      getTransports: () => ["internal"],
    },
  });
  withCredentials({ create });
  const made = await createPasskey({
    publicKey: {
      challenge: "Y2hhbGxlbmdl",
      rp: { id: "chat.example.org", name: "Ensemble" },
      user: { id: "aWQ", name: "ana@example.org" },
      excludeCredentials: [{ type: "public-key", id: "b2xk" }],
    },
  });
  const asked: { publicKey: PublicKeyCredentialCreationOptions } = create.mock.calls.at(0)?.at(0);
  const { publicKey } = asked;
  expect(new TextDecoder().decode(publicKey.challenge)).toBe("challenge");
  expect(publicKey.rp.id).toBe("chat.example.org");
  expect(publicKey.user.name).toBe("ana@example.org");
  const [excluded] = publicKey.excludeCredentials ?? [];
  expect(new TextDecoder().decode(excluded?.id)).toBe("old");
  expect(made).toMatchObject({
    rawId: "aWQ",
    response: { clientDataJSON: "e30", attestationObject: "YQ", transports: ["internal"] },
  });
});

test("what went wrong in the browser is told apart", async () => {
  const failing = (name: string) => vi.fn().mockRejectedValue(new DOMException("", name));
  for (const [name, reason] of [
    ["NotAllowedError", "cancelled"],
    ["InvalidStateError", "already_added"],
    ["SecurityError", "impossible"],
  ] as const) {
    withCredentials({ get: failing(name) });
    await expect(signWithPasskey({ publicKey: { challenge: "YQ" } })).rejects.toEqual(
      new PasskeyError(reason),
    );
  }
  vi.stubGlobal("PublicKeyCredential", undefined);
  await expect(signWithPasskey({ publicKey: {} })).rejects.toEqual(new PasskeyError("impossible"));
});
