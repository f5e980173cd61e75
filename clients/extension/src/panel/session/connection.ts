import { browser } from "wxt/browser";
import { create } from "zustand";
import type { Connection } from "../../messages";
import { askBackground } from "../ask-background";

const KEY = "connection";

/** The panel's connection as reported by the background. */
export const useConnection = create<Connection>(() => ({ server: null, signedIn: false, refusal: null }));

/**
 * Loads the connection from the background, now and on every change. The panel opens with the last known
 * state, which the background corrects once it is awake.
 */
export async function startConnection(): Promise<Connection> {
  browser.runtime.onMessage.addListener((message: unknown, sender) => {
    const { name } = (message ?? {}) as { name?: string };
    if (sender.id === browser.runtime.id && name === "background→panel: connection changed") void read();
  });
  const asked = read();
  const left = readLeft();
  if (!left) return asked;
  useConnection.setState(left);
  return left;
}

async function read(): Promise<Connection> {
  const connection = await askBackground("panel→background: connection");
  useConnection.setState(connection);
  localStorage.setItem(KEY, JSON.stringify(connection));
  return connection;
}

function readLeft(): Connection | null {
  try {
    const left = JSON.parse(localStorage.getItem(KEY) ?? "null") as Connection | null;
    // The reason for being signed out is requested, because it is reported once.
    return left?.signedIn ? left : null;
  } catch {
    localStorage.removeItem(KEY);
    return null;
  }
}
