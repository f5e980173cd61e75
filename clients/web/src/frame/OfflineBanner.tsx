import { useText } from "@ensemble/i18n/text";
import { useOnline } from "@ensemble/ui/feedback/Skeleton";
import { WifiOff } from "lucide-react";

/** Notice that the network is gone. Content stays visible and typed text is kept. */
export function OfflineBanner() {
  const text = useText("start");
  const isOnline = useOnline();
  return (
    <div role="status">
      {isOnline ? null : (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-1.5 text-sm text-warning">
          <WifiOff className="size-4" aria-hidden="true" />
          {text("offline")}
        </p>
      )}
    </div>
  );
}
