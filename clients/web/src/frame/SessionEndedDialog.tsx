import { useNavigation } from "@ensemble/host/navigation";
import { type TextKey, useText } from "@ensemble/i18n/text";
import { ConfirmDialog } from "@ensemble/ui/ConfirmDialog";
import { safeRedirect } from "../boot/redirect-to";
import { useEndedReason } from "../boot/session-end";
import { useLeave } from "./use-leave";

const REASONS: Record<string, TextKey<"frame">> = {
  device_limit: "ended.device_limit",
  signed_out: "ended.signed_out",
  password_changed: "ended.password_changed",
  expired: "ended.expired",
  account_deleted: "ended.account_deleted",
};

/** Spec §8: the dialog of a device that was signed out by itself, with the reason. */
export function SessionEndedDialog() {
  const text = useText("frame");
  const reason = useEndedReason((state) => state.reason);
  const { path } = useNavigation();
  const leave = useLeave();
  const goToLogin = () => {
    const wish = safeRedirect(path);
    void leave(wish === "/" ? "/login" : `/login?redirectTo=${encodeURIComponent(wish)}`);
  };
  return (
    <ConfirmDialog
      open={reason !== null}
      onOpenChange={(open) => !open && goToLogin()}
      title={text("ended.title")}
      description={text(REASONS[reason ?? ""] ?? "ended.expired")}
      confirmLabel={text("sign_in_again")}
      onConfirm={goToLogin}
    />
  );
}
