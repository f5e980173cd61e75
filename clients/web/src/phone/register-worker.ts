import { SERVICE_WORKER, trustedScript } from "@ensemble/blocks/trusted-scripts";
import { onServer, pathOnServer } from "@ensemble/contract/base-path";
import { findText, loadTexts } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";

/** Interval at which an open page checks for a new version. */
const LOOK_EVERY_MS = 60 * 60_000;

/** Registers the service worker. `open` navigates to a path. Returns the cleanup function. */
export function registerWorker(open: (path: string) => void): () => void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers || !import.meta.env.PROD) return () => undefined;
  const hear = ({ data }: MessageEvent<{ type?: string; path?: string } | null>) => {
    if (data?.type === "open" && typeof data.path === "string") open(data.path);
  };
  workers.addEventListener("message", hear);
  // A browser that forbids it shows the page as before.
  void register(workers).catch(() => undefined);
  return () => workers.removeEventListener("message", hear);
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  const url = trustedScript(onServer(SERVICE_WORKER));
  const registration = await workers.register(url, { updateViaCache: "none" });
  if (!registration) return;
  const ready = await workers.ready;
  ready.active?.postMessage({ type: "keep", files: loadedFiles() });
  followUpdates(workers, registration);
}

/** Returns the files that this page loaded before the worker was active. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) => origin === location.origin && /^\/assets\//.test(pathOnServer(pathname)),
    )
    .map(({ pathname }) => pathname);

/** Offers a new version when there is one; never reloads by itself. */
export function followUpdates(
  workers: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
): void {
  let offered: ServiceWorker | null = null;
  const offer = () => {
    const { waiting } = registration;
    if (!waiting || waiting === offered || !workers.controller) return;
    offered = waiting;
    offerVersion(waiting, workers).catch(() => {
      // Its texts failed to load; it is offered on the next check.
      offered = null;
    });
  };
  offer();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer);
  });
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    offer();
    if (Date.now() - looked < LOOK_EVERY_MS) return;
    looked = Date.now();
    // Offline there is nothing new.
    void registration.update().catch(() => undefined);
  });
}

async function offerVersion(waiting: ServiceWorker, workers: ServiceWorkerContainer): Promise<void> {
  await loadTexts(["frame"]);
  showToast({
    title: findText("frame", "new_version") ?? "",
    action: {
      label: findText("frame", "reload") ?? "",
      onPress: () => {
        workers.addEventListener("controllerchange", () => location.reload(), { once: true });
        waiting.postMessage({ type: "take_over" });
      },
    },
  });
}
