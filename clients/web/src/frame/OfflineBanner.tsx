import { useText } from "@ensemble/i18n/text";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";

/** Notice that the network is gone. Content stays visible and typed text is kept. */
export function OfflineBanner() {
  const text = useText("start");
  const online = useSyncExternalStore(watch, () => navigator.onLine);
  return (
    <div role="status">
      {online ? null : (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-1.5 text-sm text-warning">
          <WifiOff className="size-4" aria-hidden="true" />
          {text("offline")}
        </p>
      )}
    </div>
  );
}

function watch(change: () => void): () => void {
  window.addEventListener("online", change);
  window.addEventListener("offline", change);
  return () => {
    window.removeEventListener("online", change);
    window.removeEventListener("offline", change);
  };
}
