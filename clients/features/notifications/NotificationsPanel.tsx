import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { Push } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { problemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { DesktopNews } from "./DesktopNews";
import { NotAllowed, pushQuery, subscribeMutation, unsubscribeMutation } from "./push-queries";
import { pushSupport } from "./push-support";

/** Settings for notifications on this device. */
export function NotificationsPanel() {
  const { notify } = useHost();
  return notify ? <DesktopNews /> : <PushPanel />;
}

function PushPanel() {
  const text = useText("notifications");
  const push = useQuery(pushQuery);
  const support = pushSupport();
  if (push.isPending) return <SkeletonLines label={text("loading")} />;
  if (push.isError) return <PanelProblem error={push.error} onRetry={() => void push.refetch()} />;
  return (
    <Section description={text("description")}>
      {support === "ready" ? <Choices push={push.data} /> : <Hindrance support={support} />}
    </Section>
  );
}

function Choices({ push }: { push: Push }) {
  const text = useText("notifications");
  const client = useQueryClient();
  const subscribe = useMutation(subscribeMutation(client));
  const unsubscribe = useMutation(unsubscribeMutation(client));
  const busy = subscribe.isPending || unsubscribe.isPending;
  const { subscription } = push;
  return (
    <>
      <Rows>
        <Row title={text("tell_me")} description={text("tell_me_hint")}>
          <Switch
            label={text("tell_me")}
            checked={subscription !== null}
            disabled={busy}
            onChange={(wanted) =>
              wanted ? subscribe.mutate({ push, with_title: false }) : unsubscribe.mutate()
            }
          />
        </Row>
        {subscription ? (
          <Row title={text("show_title")} description={text("show_title_hint")}>
            <Switch
              label={text("show_title")}
              checked={subscription.with_title}
              disabled={busy}
              onChange={(with_title) => subscribe.mutate({ push, with_title })}
            />
          </Row>
        ) : null}
      </Rows>
      {subscribe.error ? <Refusal error={subscribe.error} /> : null}
    </>
  );
}

function Refusal({ error }: { error: Error }) {
  const text = useText("notifications");
  if (error instanceof NotAllowed) return <Hindrance support="blocked" />;
  return (
    <Notice
      tone="danger"
      title={error instanceof ProblemError ? problemText(error) : text("turn_on_failed")}
    />
  );
}

function Hindrance({ support }: { support: "unsupported" | "insecure" | "blocked" }) {
  const text = useText("notifications");
  const blocked = support === "blocked";
  return (
    <Notice tone="info" title={text(blocked ? "blocked" : "unsupported")}>
      <p className="text-muted">
        {text(support === "insecure" ? "insecure_hint" : blocked ? "blocked_hint" : "unsupported_hint")}
      </p>
    </Notice>
  );
}
