import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { IconButton } from "@ensemble/ui/IconButton";
import { Globe, RotateCw, Wrench, X } from "lucide-react";
import { hostName } from "./hosts";
import type { Trouble } from "./use-frame";

/** Says why an artifact does not run, and offers what helps (spec §8). */
export function TroubleBar({
  trouble,
  onFix,
  onAllow,
  onAgain,
  onDismiss,
}: {
  trouble: Trouble;
  /** Lets the owner allow hosts; absent for everybody else. */
  onAllow?: (hosts: readonly string[]) => void;
  /** Asks the model to fix it; absent where there is no chat. */
  onFix?: () => void;
  onAgain: () => void;
  onDismiss: () => void;
}) {
  const text = useText("artifacts");
  const isFixable = trouble.kind !== "failed" && onFix !== undefined;
  return (
    <div className="flex-none border-line border-t bg-surface p-2">
      <Notice
        tone={trouble.kind === "unsupported" || trouble.kind === "network" ? "warning" : "danger"}
        title={text(`trouble.${trouble.kind}`)}
        action={
          <span className="flex items-center gap-1">
            {trouble.kind === "network" && onAllow ? (
              <Button
                size="sm"
                aria-haspopup="dialog"
                icon={<Globe className="size-4" />}
                onClick={() => onAllow(trouble.hosts)}
              >
                {text("allow_hosts")}
              </Button>
            ) : null}
            {isFixable ? (
              <Button size="sm" icon={<Wrench className="size-4" />} onClick={onFix}>
                {text("try_to_fix")}
              </Button>
            ) : null}
            {trouble.kind === "stopped" || trouble.kind === "failed" ? (
              <Button size="sm" icon={<RotateCw className="size-4" />} onClick={onAgain}>
                {text("run_again")}
              </Button>
            ) : null}
            <IconButton size="sm" label={text("dismiss")} icon={<X />} onClick={onDismiss} />
          </span>
        }
      >
        <Details trouble={trouble} />
      </Notice>
    </div>
  );
}

function Details({ trouble }: { trouble: Trouble }) {
  const text = useText("artifacts");
  if (trouble.kind === "unsupported")
    return <p className="[overflow-wrap:anywhere]">{trouble.names.join(", ")}</p>;
  if (trouble.kind === "network")
    return <p className="[overflow-wrap:anywhere]">{trouble.hosts.map(hostName).join(", ")}</p>;
  if (trouble.kind !== "error") return <p>{text(`trouble_hint.${trouble.kind}`)}</p>;
  return (
    <p dir="ltr" className="line-clamp-4 text-start font-mono text-xs [overflow-wrap:anywhere]">
      {trouble.message}
      {trouble.line === null ? null : ` (${text("line", { line: trouble.line })})`}
    </p>
  );
}

/** Returns a trouble in plain words for the model. */
export function describeTrouble(trouble: Trouble): string {
  switch (trouble.kind) {
    case "error":
      return trouble.line === null ? trouble.message : `${trouble.message} (line ${trouble.line})`;
    case "unsupported":
      return `not available: ${trouble.names.join(", ")}`;
    case "network":
      return `it may not reach ${trouble.hosts.join(", ")}: there is no network unless the person allows it`;
    case "stopped":
      return "it does not respond: an endless loop?";
    case "failed":
      return "it did not start";
  }
}
