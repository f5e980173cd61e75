import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import { AppLink } from "@ensemble/host/navigation";
import { useLocale, useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Mark } from "@ensemble/ui/Mark";
import { useQuery } from "@tanstack/react-query";
import { AppView } from "./AppView";
import { Facts } from "./Facts";
import { inLanguage } from "./in-language";
import type { PowerupDetail } from "./operations";
import { PowerupFace } from "./PowerupFace";
import { POWERUP_PLACES } from "./places";
import { publicQuery } from "./powerup-queries";

/** A shared PowerUP, for everybody who has its link (spec §2: /powerup/ai-web-tool/share). */
export function SharePage({ id = "none" }: { id?: string }) {
  const text = useText("powerups");
  const { me } = useSession();
  const powerup = useQuery(publicQuery(id));
  const own = POWERUP_PLACES.one(id);
  const signIn = `${PLACES.signIn}?redirectTo=${encodeURIComponent(own)}`;
  return (
    <div className="flex h-dvh min-h-0 flex-col bg-surface">
      <header className="flex h-13 flex-none items-center gap-3 border-line border-b px-4 sm:px-6">
        <AppLink to="/" className="flex items-center gap-2.5 rounded-md font-semibold touch:min-h-11">
          <Mark className="size-6" />
          Ensemble
        </AppLink>
        <span className="flex-1" />
        {powerup.isSuccess ? (
          <AppLink to={me ? own : signIn} className={buttonStyle("primary")}>
            {text(me ? "use" : "sign_in_to_use")}
          </AppLink>
        ) : null}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <main className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-8 pb-16 sm:px-6">
          {powerup.isPending ? <SkeletonLines count={4} label={text("title")} /> : null}
          {powerup.isError ? (
            <PanelProblem error={powerup.error} onRetry={() => void powerup.refetch()} />
          ) : null}
          {powerup.isSuccess ? <Shared powerup={powerup.data} /> : null}
        </main>
      </div>
    </div>
  );
}

function Shared({ powerup }: { powerup: PowerupDetail }) {
  const text = useText("powerups");
  const { locale } = useLocale();
  const { definition, author } = powerup;
  const { name, description } = inLanguage(definition, locale);
  return (
    <>
      <title>{`${name} · Ensemble`}</title>
      <header className="flex items-center gap-3">
        <PowerupFace icon={definition.icon} />
        <div className="min-w-0">
          <h1 className="plain-bidi text-balance font-semibold text-xl [overflow-wrap:anywhere]">{name}</h1>
          <p className="text-muted text-sm">
            <bdi>{author ?? text("anonymous_author")}</bdi>
          </p>
        </div>
      </header>
      {description ? <p className="plain-bidi whitespace-pre-wrap">{description}</p> : null}
      {definition.kind === "mini_app" ? <AppView powerup={powerup} /> : null}
      {/* Models are for people who are signed in. */}
      <Facts definition={definition} withModel={false} />
    </>
  );
}
