import { OneLine } from "@ensemble/blocks/OneLine";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { inLanguage } from "@ensemble/feature-powerups/in-language";
import type { Powerup } from "@ensemble/feature-powerups/operations";
import { PowerupFace } from "@ensemble/feature-powerups/PowerupFace";
import { POWERUP_PLACES } from "@ensemble/feature-powerups/places";
import { listQuery } from "@ensemble/feature-powerups/powerup-queries";
import { useHost } from "@ensemble/host/HostContext";
import { AppLink } from "@ensemble/host/navigation";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { Zap } from "lucide-react";
import { AllowAccess } from "./AllowAccess";
import { offeredOn } from "./offered-on";
import { useTabAddress } from "./use-tab-address";

/** /powerup-ai in the panel: the person's PowerUPs, first those that run on the page beside it. */
export function PowerupsPage() {
  const text = useText("powerups");
  const host = useHost();
  const open = (path: string) => void host.openExternal(host.serverOrigin + path);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
      <header className="flex items-center gap-2">
        <h1 className="flex-1 font-semibold text-lg">{text("title")}</h1>
        <Button size="sm" onClick={() => open(POWERUP_PLACES.all)}>
          {text("panel_find")}
        </Button>
      </header>
      <Lists onCreate={() => open(POWERUP_PLACES.create)} />
    </div>
  );
}

function Lists({ onCreate }: { onCreate: () => void }) {
  const text = useText("powerups");
  const address = useTabAddress();
  const mine = useQuery(listQuery("mine"));
  const favorites = useQuery(listQuery("favorites"));
  const failed = [mine, favorites].find(({ isError }) => isError);
  if (failed?.error) return <PanelProblem error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!mine.data || !favorites.data || address === undefined)
    return <SkeletonLines count={4} label={text("title")} />;
  const { here, others } = offeredOn([...mine.data.items, ...favorites.data.items], address);
  if (here.length + others.length === 0)
    return (
      <EmptyState icon={<Zap />} title={text("none_mine")} description={text("none_hint")}>
        <Button onClick={onCreate}>{text("new")}</Button>
      </EmptyState>
    );
  return (
    <>
      {address === null ? (
        <div className="flex flex-col items-start gap-2 rounded-md bg-sunken p-3 text-sm">
          <p className="text-muted">{text("panel_unknown")}</p>
          <AllowAccess pattern="*" />
        </div>
      ) : null}
      <section aria-label={text("panel_here")} className="flex flex-col gap-2">
        <h2 className="font-medium text-muted text-sm">{text("panel_here")}</h2>
        {here.length === 0 ? <p className="text-sm">{text("panel_none_here")}</p> : null}
        <PowerupRows items={here} />
      </section>
      {others.length > 0 ? (
        <Disclosure title={text("panel_others")}>
          <PowerupRows items={others} />
        </Disclosure>
      ) : null}
    </>
  );
}

function PowerupRows({ items }: { items: readonly Powerup[] }) {
  const text = useText("powerups");
  const { locale } = useLocale();
  return (
    <ul className="flex flex-col gap-1">
      {items.map(({ id, definition }) => {
        const { name, description, icon, kind } = inLanguage(definition, locale);
        return (
          <li key={id}>
            <AppLink
              to={POWERUP_PLACES.one(id)}
              className="flex items-center gap-3 rounded-md p-2 hover:bg-hover"
            >
              <PowerupFace icon={icon} />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">
                  <OneLine>{name}</OneLine>
                </span>
                <span className="block text-muted text-sm">
                  <OneLine>{description}</OneLine>
                </span>
              </span>
              {kind === "mini_app" ? <Badge>{text("kind.mini_app")}</Badge> : null}
            </AppLink>
          </li>
        );
      })}
    </ul>
  );
}
