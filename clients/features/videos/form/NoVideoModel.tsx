import { PLACES } from "@ensemble/blocks/places";
import { useMe } from "@ensemble/blocks/session-queries";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { VideoOff } from "lucide-react";
import { VIDEO_PLACES } from "../places";

/** In place of the form without a model: says that no connected model makes videos, and who can change that. */
export function NoVideoModel() {
  const text = useText("videos");
  const isOperator = useMe().role === "operator";
  return (
    <EmptyState
      icon={<VideoOff />}
      title={text("no_model")}
      description={text(isOperator ? "no_model_operator" : "no_model_member")}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {isOperator ? (
            <AppLink to={PLACES.connections} className={buttonStyle("primary", "sm")}>
              {text("connect_model")}
            </AppLink>
          ) : null}
          <AppLink to={VIDEO_PLACES.animate} className={buttonStyle("secondary", "sm")}>
            {text("animate_image")}
          </AppLink>
        </span>
      }
    />
  );
}
