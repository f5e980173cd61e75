import { safeRedirect } from "@ensemble/blocks/area/safe-redirect";
import { useEndedText } from "@ensemble/blocks/use-ended-text";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { useEndedReason } from "../boot/session-end";
import { useLeave } from "./use-leave";

/** Spec §8: dialog of a device that was signed out remotely, with the reason. */
export function SessionEndedDialog() {
  const text = useText("frame");
  const endedText = useEndedText();
  const reason = useEndedReason((state) => state.reason);
  const { path } = useNavigation();
  const leave = useLeave();
  const suspended = reason === "suspended";
  const goOn = () => {
    const wish = safeRedirect(path);
    if (suspended) void leave("/banned");
    else void leave(wish === "/" ? "/login" : `/login?redirectTo=${encodeURIComponent(wish)}`);
  };
  return (
    <ConfirmDialog
      open={reason !== null}
      onOpenChange={(open) => !open && goOn()}
      title={text("ended.title")}
      description={endedText(reason ?? "expired")}
      confirmLabel={text(suspended ? "ended.why" : "sign_in_again")}
      onConfirm={goOn}
    />
  );
}
