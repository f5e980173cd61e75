import { useShell } from "@ensemble/blocks/area/shell";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Suspense } from "react";
import type { PowerupDetail } from "./operations";

/** The artifact of a mini app, in the frame in which artifacts run. */
export function AppView({ powerup }: { powerup: PowerupDetail }) {
  const text = useText("powerups");
  const viewer = useShell().sharedPages.artifact;
  if (!viewer || !powerup.app) return <p className="text-muted text-sm">{text("no_app")}</p>;
  const { definition, updated_at, mine } = powerup;
  return (
    <Suspense fallback={<SkeletonLines label={text("title")} />}>
      <viewer.Content
        page={{
          kind: "artifact",
          title: definition.name,
          description: definition.description,
          content: powerup.app as never,
          picture: null,
          shared_at: updated_at,
          is_mine: mine,
          may_take_down: false,
        }}
      />
    </Suspense>
  );
}
