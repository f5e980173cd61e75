import type { DesktopBridge } from "@ensemble/host/desktop-bridge";
import type { Host, KeyValueStore, SignInProof, SignInRefusal } from "@ensemble/host/host";

/** Prefix of drafts in the shared storage, because a window has no tab storage that ends with it. */
const DRAFTS = "ensemble.draft/";

/** Response of the app with a proof. */
interface Proof {
  code: string;
  code_verifier: string;
  redirect_url: string;
}

const REFUSALS: readonly unknown[] = ["denied", "given_up"] satisfies SignInRefusal[];

/** Host of a desktop app window: the tab's, extended by the app's functions. */
export function desktopHost(web: Host, bridge: DesktopBridge): Host {
  const ask = (name: string, wish?: Record<string, unknown>) => {
    bridge.invoke(name, wish).catch((error: unknown) => console.warn(name, error));
  };
  return {
    ...web,
    client: "desktop",
    can: { ...web.can, globalShortcut: true },
    drafts: below(web.storage, DRAFTS),
    openExternal: async (url) => ask("open_outside", { url }),
    signInOutside: async (): Promise<SignInProof | SignInRefusal> => {
      try {
        const proof = (await bridge.invoke("sign_in_outside")) as Proof;
        return { code: proof.code, codeVerifier: proof.code_verifier, redirectUrl: proof.redirect_url };
      } catch (refusal) {
        return REFUSALS.includes(refusal) ? (refusal as SignInRefusal) : "failed";
      }
    },
    notify: (news) => ask("notify", news),
    panel:
      bridge.window === "quick"
        ? {
            close: () => ask("hide_panel"),
            openInMain: (path) => {
              ask("open_in_main", { path });
              ask("hide_panel");
            },
          }
        : undefined,
  };
}

/** Returns a store limited to keys that start with `prefix`. */
function below(store: KeyValueStore, prefix: string): KeyValueStore {
  return {
    get: (key) => store.get(prefix + key),
    set: (key, value) => store.set(prefix + key, value),
    remove: (key) => store.remove(prefix + key),
    keys: () =>
      store
        .keys()
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
  };
}
