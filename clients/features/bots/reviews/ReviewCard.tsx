import { BotFace } from "@ensemble/blocks/BotFace";
import { DiffText } from "@ensemble/blocks/changes/DiffText";
import { ReviewDecision } from "@ensemble/blocks/reviews/ReviewDecision";
import { modelsQuery } from "@ensemble/blocks/shared-queries";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { SentBot } from "@ensemble/contract/wire";
import { relativeTime } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { settleReviewMutation } from "../bot-queries";

const OUTDATED = ["bots.review_changed", "bots.review_not_found"];

/** Shows a bot in review beside its public version, with the operator's decision. */
export function ReviewCard({ sent: bot, onOutdated }: { sent: SentBot; onOutdated: () => void }) {
  const text = useText("bots");
  const problemText = useProblemText();
  const { locale } = useLocale();
  const { bot_id: id, version, sent, seen } = bot;
  const settle = useMutation(settleReviewMutation(useQueryClient()));
  const lacksReason = settle.error instanceof ProblemError && settle.error.code.startsWith("bots.reason_");
  return (
    <li className="flex flex-col gap-4 rounded-md bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]">
      <div className="flex items-center gap-3">
        <BotFace id={id} icon={sent.icon} size="lg" />
        <div className="min-w-0 flex-1">
          <h3 className="break-words font-medium">
            <bdi>{sent.name}</bdi>
          </h3>
          <p className="break-words text-muted text-sm">
            {bot.author ? (
              <>
                <bdi>{bot.author}</bdi>
                {" · "}
              </>
            ) : null}
            {relativeTime(bot.sent_at, Date.now(), locale)}
          </p>
        </div>
        <Badge tone={seen ? "neutral" : "accent"}>{text(seen ? "review_changed" : "review_new")}</Badge>
      </div>
      <Facts bot={bot} />
      <ReviewDecision
        settle={settle}
        outdated={OUTDATED}
        reasonError={lacksReason ? problemText(settle.error) : null}
        reasonMax={1000}
        texts={{
          reload: text("review_reload"),
          reason: text("review_reason"),
          hint: text("review_reason_hint"),
          reject: text("refuse"),
          send: text("send_refusal"),
        }}
        onApprove={() => settle.mutate({ id, outcome: "approved", version, reason: "" })}
        onReject={(reason) => settle.mutate({ id, outcome: "not_approved", version, reason })}
        onOutdated={onOutdated}
      />
    </li>
  );
}

/** Shows each text that others will get, with the difference to the current one. */
function Facts({ bot: { bot_id: id, sent, seen } }: { bot: SentBot }) {
  const text = useText("bots");
  const { data } = useQuery(modelsQuery);
  const modelName = (model: string | null) =>
    data?.models.find((known) => known.id === model)?.name ?? model ?? text("any_model");
  const texts = (["name", "description", "welcome", "prompt"] as const).filter(
    // The name is shown above.
    (one) => (sent[one] || seen?.[one]) && (one !== "name" || (seen && seen.name !== sent.name)),
  );
  return (
    <>
      {seen && seen.icon !== sent.icon && !samePicture(seen.icon, sent.icon) ? (
        <Fact title={text("review_picture")}>
          <span className="flex items-center gap-3">
            <BotFace id={id} icon={seen.icon} size="lg" />
            <span aria-hidden="true" className="rtl:-scale-x-100">
              →
            </span>
            <BotFace id={id} icon={sent.icon} size="lg" />
          </span>
        </Fact>
      ) : null}
      {texts.map((one) => (
        <Fact key={one} title={text(one)}>
          {seen && seen[one] !== sent[one] ? (
            <DiffText
              before={seen[one]}
              after={sent[one]}
              labels={{ gone: text("review_gone"), added: text("review_added") }}
            />
          ) : (
            <p className="plain-bidi whitespace-pre-wrap break-words">{sent[one]}</p>
          )}
        </Fact>
      ))}
      <Fact title={text("model")}>
        <p className="plain-bidi break-words">
          {seen && seen.model !== sent.model
            ? text("review_model", { before: modelName(seen.model), after: modelName(sent.model) })
            : modelName(sent.model)}
        </p>
      </Fact>
      {(["starters", "files"] as const).map((one) => (
        <Lines key={one} title={text(one)} before={seen?.[one] ?? null} after={sent[one]} />
      ))}
      {sent.tools ? (
        <Fact title={text("tools")}>
          <p className="plain-bidi break-words">
            {sent.tools.length === 0
              ? text("tools_none")
              : sent.tools.map((key) => (key === "web_search" ? text("tool_web_search") : key)).join(", ")}
          </p>
        </Fact>
      ) : null}
    </>
  );
}

/** Shows a list that others will get, with the difference to the current one. */
function Lines({
  title,
  before,
  after,
}: {
  title: string;
  before: readonly string[] | null;
  after: readonly string[];
}) {
  const text = useText("bots");
  const [old, now] = [(before ?? after).join("\n"), after.join("\n")];
  if (old === "" && now === "") return null;
  return (
    <Fact title={title}>
      {old === now ? (
        <p className="plain-bidi whitespace-pre-wrap break-words">{now}</p>
      ) : (
        <DiffText
          before={old}
          after={now}
          labels={{ gone: text("review_gone"), added: text("review_added") }}
        />
      )}
    </Fact>
  );
}

/** Returns true if an icon is unchanged: the operator's address for it differs, but its name does not. */
const samePicture = (seen: string | null, sent: string | null) =>
  seen !== null && sent !== null && seen.split("?")[1] === sent.split("?")[1];

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="text-sm">
      <h4 className="font-medium">{title}</h4>
      <div className="mt-1 text-muted">{children}</div>
    </section>
  );
}
