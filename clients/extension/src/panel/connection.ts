import { browser } from "wxt/browser";
import { create } from "zustand";
import type { Connection } from "../messages";
import { askBackground } from "./ask-background";

/** Where this panel is connected to, as the background says it. */
export const useConnection = create<Connection>(() => ({ server: null, signedIn: false, refusal: null }));

/** Asks the background once, and again whenever it says that something changed. */
export async function startConnection(): Promise<Connection> {
  browser.runtime.onMessage.addListener((message: unknown, sender) => {
    const { name } = (message ?? {}) as { name?: string };
    if (sender.id === browser.runtime.id && name === "background→panel: connection changed") void read();
  });
  return read();
}

async function read(): Promise<Connection> {
  const connection = await askBackground("panel→background: connection");
  useConnection.setState(connection);
  return connection;
}
