import { ReviewDecision } from "@ensemble/blocks/reviews/ReviewDecision";
import { REASON_MAX_CHARS } from "@ensemble/contract/generated/limits/powerups";
import { relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { AppView } from "../AppView";
import { ChangesList } from "../ChangesList";
import { Facts } from "../Facts";
import type { PowerupReview } from "../operations";
import { PowerupFace } from "../PowerupFace";
import { settleMutation } from "../powerup-queries";
import { RunPanel } from "../run/RunPanel";
import { Permissions } from "./Permissions";

const OUTDATED = ["powerups.review_changed", "powerups.review_not_found"];

/** A PowerUP that waits: its permissions, what changed, a test run, and the operator's decision. */
export function ReviewCard({ review, onOutdated }: { review: PowerupReview; onOutdated: () => void }) {
  const text = useText("powerups");
  const { locale } = useLocale();
  const { powerup, author, sent_at, permissions, changes } = review;
  const { definition, scope } = powerup;
  return (
    <li className="flex flex-col gap-4 rounded-md bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]">
      <div className="flex items-center gap-3">
        <PowerupFace icon={definition.icon} />
        <div className="min-w-0 flex-1">
          <h3 className="plain-bidi break-words font-medium">{definition.name}</h3>
          <p className="text-muted text-sm">
            {author ? <bdi>{author}</bdi> : null}
            {" · "}
            {relativeTime(sent_at, Date.now(), locale)}
          </p>
        </div>
        <Badge>{text(`share.${scope}`)}</Badge>
        <Badge tone={changes ? "neutral" : "accent"}>{text(changes ? "review_changed" : "review_new")}</Badge>
      </div>
      {definition.description ? <p className="plain-bidi text-sm">{definition.description}</p> : null}
      <Permissions permissions={permissions} />
      {changes ? (
        <Disclosure title={text("changes")} open>
          <ChangesList changes={changes} />
        </Disclosure>
      ) : null}
      <Disclosure title={text("details")} open={!changes}>
        <Facts definition={definition} />
      </Disclosure>
      <Disclosure title={text("test_run")}>
        {definition.kind === "mini_app" ? (
          <AppView powerup={powerup} />
        ) : (
          <RunPanel what={{ id: powerup.id }} definition={definition} />
        )}
      </Disclosure>
      <Decision review={review} onOutdated={onOutdated} />
    </li>
  );
}

function Decision({ review: { powerup }, onOutdated }: { review: PowerupReview; onOutdated: () => void }) {
  const text = useText("powerups");
  const common = useText("common");
  const settle = useMutation(settleMutation(useQueryClient()));
  const { id, version } = powerup;
  return (
    <ReviewDecision
      settle={settle}
      outdated={OUTDATED}
      reasonMax={REASON_MAX_CHARS}
      needsReason
      texts={{
        reload: text("reload"),
        reason: common("reason"),
        hint: text("reason_hint"),
        reject: common("refuse"),
        send: text("send_rejection"),
      }}
      onApprove={() => settle.mutate({ id, outcome: "approved", version, reason: "" })}
      onReject={(reason) => settle.mutate({ id, outcome: "rejected", version, reason })}
      onOutdated={onOutdated}
    />
  );
}
