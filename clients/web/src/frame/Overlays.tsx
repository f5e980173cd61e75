import { useSession } from "@ensemble/blocks/session-queries";
import { useText } from "@ensemble/i18n/text";
import { ToastRegion } from "@ensemble/ui/ToastRegion";
import { TooltipRegion } from "@ensemble/ui/TooltipRegion";
import { lazy, Suspense } from "react";
import { usePhone } from "../phone/use-phone";
import { useFrame } from "./frame-store";
import { RouteAnnouncer } from "./RouteAnnouncer";
import { SessionEndedDialog } from "./SessionEndedDialog";

const Palette = lazy(() => import("../palette/Palette").then((file) => ({ default: file.Palette })));

/** What may appear over any page. */
export function Overlays() {
  const text = useText("common");
  const { paletteOpen } = useFrame();
  const { me } = useSession();
  usePhone();
  return (
    <>
      <ToastRegion closeLabel={text("close")} />
      <TooltipRegion />
      <SessionEndedDialog />
      <RouteAnnouncer />
      <Suspense>{paletteOpen && me ? <Palette /> : null}</Suspense>
    </>
  );
}
