import { create } from "zustand";

/** Event of Chromium browsers when the page can be installed. TypeScript's list of events lacks it. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

declare global {
  interface Window {
    /** Offer from before this code was loaded, which `index.html` deferred. */
    earlyInstallOffer?: Event;
  }
}

/** Way to install the page: the browser's prompt, or by hand; null: unavailable or already installed. */
export type InstallOffer = "browser" | "by hand" | null;

export const useInstall = create<{ offer: InstallOffer }>(() => ({ offer: null }));

let waiting: InstallEvent | null = null;

/** Defers the browser's install prompt until the person wants it. Returns the cleanup function. */
export function watchInstall(): () => void {
  if (isByHand(navigator, matchMedia("(display-mode: standalone)").matches))
    useInstall.setState({ offer: "by hand" });
  const offered = (event: Event) => {
    event.preventDefault();
    delete window.earlyInstallOffer;
    waiting = event as InstallEvent;
    useInstall.setState({ offer: "browser" });
  };
  const installed = () => {
    waiting = null;
    useInstall.setState({ offer: null });
  };
  if (window.earlyInstallOffer) offered(window.earlyInstallOffer);
  addEventListener("beforeinstallprompt", offered);
  addEventListener("appinstalled", installed);
  return () => {
    removeEventListener("beforeinstallprompt", offered);
    removeEventListener("appinstalled", installed);
  };
}

/** Shows the browser's install prompt. Call it in a click; each offer can be used once. */
export async function askToInstall(): Promise<void> {
  const event = waiting;
  waiting = null;
  useInstall.setState({ offer: null });
  await event?.prompt();
}

type Device = Pick<Navigator, "userAgent" | "maxTouchPoints"> & { standalone?: boolean };

/** Returns true on an iPhone or iPad, where only the browser's own menu can install. */
export function isByHand({ userAgent, maxTouchPoints, standalone }: Device, isInstalled: boolean): boolean {
  if (isInstalled || standalone) return false;
  // An iPad claims to be a Mac, which has no touch.
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
