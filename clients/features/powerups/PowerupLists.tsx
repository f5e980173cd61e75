import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { AppLink } from "@ensemble/host/navigation";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SearchX, Star, Zap } from "lucide-react";
import { inLanguage } from "./in-language";
import type { Powerup } from "./operations";
import { PowerupFace } from "./PowerupFace";
import { POWERUP_PLACES } from "./places";
import { exploreQuery, favoriteMutation, listQuery } from "./powerup-queries";
import { STATE_TONES } from "./state-tones";

/** Lists public PowerUPs. */
export function ExplorePowerups({ words }: { words: string }) {
  const text = useText("powerups");
  const common = useText("common");
  const found = useInfiniteQuery(exploreQuery(words));
  if (found.isPending) return <SkeletonLines count={6} label={text("title")} />;
  if (found.isError) return <PanelProblem error={found.error} onRetry={() => void found.refetch()} />;
  const items = found.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return words ? <NoneFound words={words} /> : <Nothing title={text("none_public")} />;
  }
  return (
    <div className="flex flex-col items-center gap-6">
      <PowerupGrid items={items} />
      {found.hasNextPage ? (
        <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {common("show_more")}
        </Button>
      ) : null}
    </div>
  );
}

/** Lists the person's own PowerUPs, or their favorites. */
export function OwnPowerups({ of, words }: { of: "mine" | "favorites"; words: string }) {
  const text = useText("powerups");
  const list = useQuery(listQuery(of));
  if (list.isPending) return <SkeletonLines count={6} label={text("title")} />;
  if (list.isError) return <PanelProblem error={list.error} onRetry={() => void list.refetch()} />;
  const matches = ({ definition: { name, description } }: Powerup) =>
    `${name}\n${description}`.toLowerCase().includes(words.toLowerCase());
  const items = list.data.items.filter(matches);
  if (items.length > 0) return <PowerupGrid items={items} />;
  if (words) return <NoneFound words={words} />;
  if (of === "mine") return <Nothing title={text("none_mine")} />;
  return (
    <EmptyState icon={<Star />} title={text("none_favorites")} description={text("none_favorites_hint")} />
  );
}

function NoneFound({ words }: { words: string }) {
  const text = useText("powerups");
  return <EmptyState icon={<SearchX />} title={text("none_found", { words })} />;
}

function Nothing({ title }: { title: string }) {
  const text = useText("powerups");
  return (
    <EmptyState icon={<Zap />} title={title} description={text("none_hint")}>
      <AppLink to={POWERUP_PLACES.create} className={buttonStyle("secondary")}>
        {text("new")}
      </AppLink>
    </EmptyState>
  );
}

function PowerupGrid({ items }: { items: readonly Powerup[] }) {
  return (
    <ul className="grid w-full grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {items.map((powerup) => (
        <PowerupCard key={powerup.id} powerup={powerup} />
      ))}
    </ul>
  );
}

function PowerupCard({ powerup }: { powerup: Powerup }) {
  const text = useText("powerups");
  const common = useText("common");
  const { locale } = useLocale();
  const favorite = useMutation(favoriteMutation(useQueryClient()));
  const { id, state, mine, favorited } = powerup;
  const { name, description, icon, kind, sites } = inLanguage(powerup.definition, locale);
  return (
    <li className="relative flex flex-col gap-2 rounded-lg bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)] focus-within:shadow-[inset_0_0_0_1px_var(--accent)] hover:bg-hover">
      <div className="flex items-center gap-3">
        <PowerupFace icon={icon} />
        <h2 className="min-w-0 flex-1 truncate font-semibold">
          {/* The whole card is the link. */}
          <AppLink
            to={POWERUP_PLACES.one(id)}
            className="outline-none after:absolute after:inset-0 after:rounded-lg"
          >
            <bdi>{name}</bdi>
          </AppLink>
        </h2>
        <span className="relative flex">
          <IconButton
            size="sm"
            label={common(favorited ? "unfavorite" : "favorite")}
            aria-pressed={favorited}
            icon={<Star className={favorited ? "fill-current" : undefined} />}
            onClick={() => favorite.mutate({ id, favorited: !favorited })}
          />
        </span>
      </div>
      {description ? (
        <p className="plain-start line-clamp-3 text-pretty text-muted text-sm">{description}</p>
      ) : null}
      <span className="mt-auto flex flex-wrap items-center gap-1.5 pt-1 text-muted text-xs">
        {mine ? <Badge tone={STATE_TONES[state]}>{text(`state.${state}`)}</Badge> : null}
        {kind === "mini_app" ? <Badge>{text("kind.mini_app")}</Badge> : null}
        <span className="min-w-0 truncate">
          {sites.scope === "all" ? text("scope.all") : <bdi>{sites.patterns.join(", ")}</bdi>}
        </span>
      </span>
    </li>
  );
}
