/** Support for push messages in this browser, with the obstacle if there is one. */
export type PushSupport = "ready" | "unsupported" | "insecure" | "blocked";

export function pushSupport(world: typeof globalThis = globalThis): PushSupport {
  if (!world.isSecureContext) return "insecure";
  const has = "Notification" in world && "PushManager" in world && "serviceWorker" in world.navigator;
  if (!has) return "unsupported";
  return world.Notification.permission === "denied" ? "blocked" : "ready";
}
