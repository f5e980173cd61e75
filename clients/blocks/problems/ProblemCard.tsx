import type { Problem } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { IconButton } from "@ensemble/ui/IconButton";
import { X } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { useShell } from "../area/shell";
import { isUsedUp, TeamUsedUp } from "../credits/TeamUsedUp";
import { PLACES } from "../places";
import { useSession } from "../session-queries";
import { useSwitchWorkspace } from "../workspaces/use-switch-workspace";
import { type Help, helpFor } from "./problem-help";

interface ProblemCardProps {
  problem: Problem;
  title?: string;
  /** True if the reader can edit connections. */
  operator?: boolean;
  onRetry?: () => void;
  onSwitchModel?: () => void;
  onDismiss?: () => void;
}

/** Actions for limits and locks, where nothing failed. */
const MORE: readonly Help[] = ["usage", "plans", "credits", "team_usage", "team_billing", "own_workspace"];

/** Shows an error with the buttons that help. */
export function ProblemCard({
  problem,
  title,
  operator = false,
  onRetry,
  onSwitchModel,
  onDismiss,
}: ProblemCardProps) {
  const text = useText("chat");
  const problemText = useProblemText();
  const team = useSession().me?.team ?? null;
  const help = helpFor(problem, team?.role ?? null, useShell().problemHelp);
  // Message of the failing provider or program, untranslated.
  const said = problem.params.message;
  return (
    <Notice
      tone={help.some((way) => MORE.includes(way)) ? "warning" : "danger"}
      title={title}
      action={
        onDismiss ? (
          <IconButton size="sm" label={text("dismiss")} icon={<X />} onClick={onDismiss} />
        ) : undefined
      }
    >
      {team && isUsedUp(problem) ? (
        <Suspense fallback={<p className="plain-bidi">{problemText(problem)}</p>}>
          <TeamUsedUp problem={problem} team={team} />
        </Suspense>
      ) : (
        <p className="plain-bidi">{problemText(problem)}</p>
      )}
      {typeof said === "string" && said !== "" ? (
        <p dir="auto" className="mt-1 break-words text-muted text-xs">
          {said}
        </p>
      ) : null}
      {help.includes("ask_admin") ? <p className="mt-1">{text("ask_team_admin")}</p> : null}
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {help.includes("plans") ? (
          <AppLink to={PLACES.pricing} className={buttonStyle("primary", "sm")}>
            {text("see_plans")}
          </AppLink>
        ) : null}
        {help.includes("credits") ? (
          <AppLink to={PLACES.credits} className={buttonStyle("primary", "sm")}>
            {text("get_credits")}
          </AppLink>
        ) : null}
        {help.includes("team_billing") ? (
          <AppLink
            to={PLACES.teamBilling}
            className={buttonStyle(help.includes("credits") ? "secondary" : "primary", "sm")}
          >
            {text("open_team_billing")}
          </AppLink>
        ) : null}
        {help.includes("retry") && onRetry ? <RetryButton problem={problem} onRetry={onRetry} /> : null}
        {help.includes("switch_model") && onSwitchModel ? (
          <Button size="sm" onClick={onSwitchModel}>
            {text("switch_model")}
          </Button>
        ) : null}
        {help.includes("connections") && operator ? (
          <AppLink to={PLACES.connections} className={buttonStyle("secondary", "sm")}>
            {text("open_connections")}
          </AppLink>
        ) : null}
        {help.includes("usage") || help.includes("team_usage") ? (
          <AppLink
            to={help.includes("team_usage") ? PLACES.teamUsage : PLACES.usage}
            className={buttonStyle("secondary", "sm")}
          >
            {text("see_usage")}
          </AppLink>
        ) : null}
        {help.includes("own_workspace") ? <OwnWorkspaceButton /> : null}
        {help.includes("sign_in") ? (
          <AppLink to={PLACES.signIn} className={buttonStyle("primary", "sm")}>
            {text("sign_in")}
          </AppLink>
        ) : null}
      </div>
    </Notice>
  );
}

function OwnWorkspaceButton() {
  const text = useText("chat");
  const switching = useSwitchWorkspace();
  return (
    <Button size="sm" busy={switching.isPending} onClick={() => switching.mutate({ teamId: null })}>
      {text("to_own_workspace")}
    </Button>
  );
}

/** Retry button that counts down if the server asks to wait. */
function RetryButton({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const text = useText("chat");
  const [seconds, setSeconds] = useState(() =>
    Math.min(600, Number(problem.params.retry_after_seconds) || 0),
  );
  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return (
    <Button size="sm" onClick={onRetry} disabled={seconds > 0}>
      {seconds > 0 ? text("retry_in", { seconds }) : text("try_again")}
    </Button>
  );
}
