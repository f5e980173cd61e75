import { useSession } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { TooltipRegion } from "@ensemble/ui/popups/TooltipRegion";
import { ToastRegion } from "@ensemble/ui/toasts/ToastRegion";
import { lazy, Suspense, useEffect } from "react";
import { tellOfAnswers } from "../boot/tell-of-answers";
import { tellOfTasks } from "../boot/tell-of-tasks";
import { usePhone } from "../phone/use-phone";
import { useFrame } from "./frame-store";
import { RouteAnnouncer } from "./RouteAnnouncer";
import { SessionEndedDialog } from "./SessionEndedDialog";

const Palette = lazy(async () => {
  const [{ Palette }, { loadPanels }] = await Promise.all([
    import("../palette/Palette"),
    import("../settings/settings-index"),
  ]);
  await loadPanels();
  return { default: Palette };
});

/** Renders overlays that can appear on any page. */
export function Overlays() {
  const text = useText("common");
  const frame = useText("frame");
  const { paletteOpen } = useFrame();
  const { me } = useSession();
  const host = useHost();
  const signedIn = me !== null;
  usePhone();
  useEffect(() => (signedIn ? tellOfAnswers(host) : undefined), [signedIn, host]);
  const { navigate } = useNavigation();
  useEffect(() => (signedIn ? tellOfTasks(host, navigate) : undefined), [signedIn, host, navigate]);
  return (
    <>
      <ToastRegion label={frame("panel.notifications")} closeLabel={text("close")} />
      <TooltipRegion />
      <SessionEndedDialog />
      <RouteAnnouncer />
      <Suspense>{paletteOpen && me ? <Palette /> : null}</Suspense>
    </>
  );
}
