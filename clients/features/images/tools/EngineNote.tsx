import { useMe } from "@ensemble/blocks/session-queries";
import type { ImageToolInfo } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { isAvailable } from "./is-available";
import type { ToolEntry } from "./tool-table";

const LABELS = [
  "exact",
  "filter",
  "copies_nearby_texture",
  "check_edges",
  "own_selection",
  "interpolated",
  "small_network",
  "invents_detail",
  "camera_motion",
  "blurred_frame",
  "mirrored_frame",
  "crops_around_head",
  "crops_middle",
  "traced",
  "template",
] as const;

/** What a tool's engine is, and what it cannot do. */
export function EngineNote({ entry, info }: { entry: ToolEntry; info: ImageToolInfo }) {
  const text = useText("images");
  const { role } = useMe();
  const label = LABELS.find((one) => one === info.label);
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
        <Badge>{text("runs_here")}</Badge>
        {label ? <span>{text(`label.${label}`)}</span> : null}
      </p>
      {entry.key === "remove_watermark" ? <Notice>{text("own_pictures")}</Notice> : null}
      {isAvailable(info) ? null : (
        <Notice tone="warning" title={text("not_installed")}>
          {[
            entry.mask === "optional" ? text("not_installed_mask") : null,
            text(role === "operator" ? "not_installed_operator" : "not_installed_member"),
          ]
            .filter(Boolean)
            .join(" ")}
        </Notice>
      )}
    </div>
  );
}
