/** Error of a passkey that was not made or used: its person cancelled, or the browser could not. */
export class PasskeyError extends Error {
  constructor(readonly reason: "cancelled" | "already_added" | "impossible") {
    super(`passkey: ${reason}`);
  }
}

/** Returns true if this browser has passkeys: pages on plain http and old browsers have none. */
export const hasPasskeys = () => typeof PublicKeyCredential === "function";

/** Lets the browser make a passkey. Returns it with bytes in base64url. */
export async function createPasskey(options: object): Promise<object> {
  const credential = await ask((publicKey) => navigator.credentials.create({ publicKey }), options);
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    ...described(credential),
    response: {
      clientDataJSON: toBase64Url(response.clientDataJSON),
      attestationObject: toBase64Url(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

/** Lets the person choose a passkey, and sign with it. Returns the signature with bytes in base64url. */
export async function signWithPasskey(options: object): Promise<object> {
  const credential = await ask((publicKey) => navigator.credentials.get({ publicKey }), options);
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    ...described(credential),
    response: {
      clientDataJSON: toBase64Url(response.clientDataJSON),
      authenticatorData: toBase64Url(response.authenticatorData),
      signature: toBase64Url(response.signature),
      userHandle: response.userHandle ? toBase64Url(response.userHandle) : null,
    },
  };
}

type PublicKeyOptions = PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions;

async function ask(
  begin: (options: PublicKeyOptions) => Promise<Credential | null>,
  options: object,
): Promise<PublicKeyCredential> {
  if (!hasPasskeys()) throw new PasskeyError("impossible");
  const { publicKey } = withBytes(options) as { publicKey: PublicKeyOptions };
  const credential = await begin(publicKey).catch((error: unknown) => {
    throw new PasskeyError(reasonOf(error));
  });
  if (credential === null) throw new PasskeyError("cancelled");
  return credential as PublicKeyCredential;
}

function reasonOf(error: unknown): PasskeyError["reason"] {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "already_added";
  return name === "NotAllowedError" || name === "AbortError" ? "cancelled" : "impossible";
}

const described = (credential: PublicKeyCredential) => ({
  id: credential.id,
  rawId: toBase64Url(credential.rawId),
  type: credential.type,
  clientExtensionResults: {},
});

/** Names of the members that hold bytes. */
const BYTES = new Set(["challenge", "id"]);

/** Replaces base64url by bytes where the Web Authentication API has them. `rp.id` is a domain. */
function withBytes(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => withBytes(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      typeof item === "string" && BYTES.has(key) && name !== "rp"
        ? [key, fromBase64Url(item)]
        : [key, withBytes(item, key)],
    ),
  );
}

export function toBase64Url(bytes: ArrayBuffer): string {
  const text = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
