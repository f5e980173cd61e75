import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { ResultList } from "@ensemble/feature-powerups/history/ResultList";
import { inLanguage } from "@ensemble/feature-powerups/in-language";
import type { PowerupDetail } from "@ensemble/feature-powerups/operations";
import { PowerupFace } from "@ensemble/feature-powerups/PowerupFace";
import { POWERUP_PLACES } from "@ensemble/feature-powerups/places";
import { powerupQuery } from "@ensemble/feature-powerups/powerup-queries";
import { useHost } from "@ensemble/host/HostContext";
import { AppLink } from "@ensemble/host/navigation";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ExternalLink } from "lucide-react";
import { PageRun } from "./PageRun";

/** /powerup-ai/{uid} in the panel: a PowerUP that runs on the page beside it. */
export function PowerupPage({ uid }: { uid: string }) {
  const text = useText("powerups");
  const powerup = useQuery(powerupQuery(uid));
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
      <AppLink to={POWERUP_PLACES.all} className={`${buttonStyle("ghost", "sm")} self-start`}>
        <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden="true" />
        {text("title")}
      </AppLink>
      {powerup.isPending ? <SkeletonLines count={6} label={text("title")} /> : null}
      {powerup.isError ? <PanelProblem error={powerup.error} onRetry={() => void powerup.refetch()} /> : null}
      {powerup.isSuccess ? <Powerup key={powerup.data.id} powerup={powerup.data} /> : null}
    </div>
  );
}

function Powerup({ powerup }: { powerup: PowerupDetail }) {
  const text = useText("powerups");
  const { locale } = useLocale();
  const { definition, author } = powerup;
  const { name, description } = inLanguage(definition, locale);
  return (
    <>
      <header className="flex items-center gap-3">
        <PowerupFace icon={definition.icon} />
        <div className="min-w-0 flex-1">
          <h1 className="plain-bidi font-semibold text-lg [overflow-wrap:anywhere]">{name}</h1>
          <p className="text-muted text-sm">
            <bdi>{author ?? text("anonymous_author")}</bdi>
          </p>
        </div>
      </header>
      {description ? <p className="plain-bidi whitespace-pre-wrap text-sm">{description}</p> : null}
      {definition.kind === "mini_app" ? (
        <OpenApp id={powerup.id} />
      ) : (
        <>
          <PageRun powerup={powerup} />
          <Disclosure title={text("history")}>
            <ResultList powerupId={powerup.id} />
          </Disclosure>
        </>
      )}
    </>
  );
}

/** Opens a mini app on the server's page: the panel's content policy allows no frames. */
function OpenApp({ id }: { id: string }) {
  const text = useText("powerups");
  const host = useHost();
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        kind="primary"
        icon={<ExternalLink className="size-4" />}
        onClick={() => void host.openExternal(host.serverOrigin + POWERUP_PLACES.one(id))}
      >
        {text("panel_open_app")}
      </Button>
      <p className="text-muted text-sm">{text("panel_app_hint")}</p>
    </div>
  );
}
