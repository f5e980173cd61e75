import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useSession } from "@ensemble/blocks/session-queries";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, Pencil, Share2, Star, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { AppView } from "./AppView";
import { ChangesList } from "./ChangesList";
import { Facts } from "./Facts";
import { ResultList } from "./history/ResultList";
import { inLanguage } from "./in-language";
import type { PowerupDetail } from "./operations";
import { PowerupFace } from "./PowerupFace";
import { POWERUP_PLACES } from "./places";
import {
  changesQuery,
  copyMutation,
  deleteMutation,
  favoriteMutation,
  powerupQuery,
  restoreMutation,
} from "./powerup-queries";
import { RemoveDialog } from "./RemoveDialog";
import { RunPanel } from "./run/RunPanel";
import { STATE_TONES } from "./state-tones";
import { Versions } from "./Versions";

const SharingDialog = lazy(() => import("./SharingDialog").then((file) => ({ default: file.SharingDialog })));

/** A PowerUP: run it, and see what it may do. */
export function PowerupScreen({ uid }: { uid: string }) {
  const text = useText("powerups");
  const powerup = useQuery(powerupQuery(uid));
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="powerup">
      <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        {powerup.isPending ? <SkeletonLines count={6} label={text("title")} /> : null}
        {powerup.isError ? (
          <>
            <PanelProblem error={powerup.error} onRetry={() => void powerup.refetch()} />
            <AppLink to={POWERUP_PLACES.all} className={buttonStyle("secondary")}>
              {text("all")}
            </AppLink>
          </>
        ) : null}
        {powerup.isSuccess ? <Powerup powerup={powerup.data} /> : null}
      </div>
    </div>
  );
}

function Powerup({ powerup }: { powerup: PowerupDetail }) {
  const text = useText("powerups");
  const { locale } = useLocale();
  const { definition, author, state, reason, mine, favorites } = powerup;
  const { name, description } = inLanguage(definition, locale);
  return (
    <>
      <title>{`${name} · ${text("product")}`}</title>
      <header className="flex flex-wrap items-start gap-3">
        <PowerupFace icon={definition.icon} />
        <div className="min-w-0 flex-1">
          <h1 className="plain-bidi text-balance font-semibold text-xl [overflow-wrap:anywhere]">{name}</h1>
          <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
            {mine ? <Badge tone={STATE_TONES[state]}>{text(`state.${state}`)}</Badge> : null}
            <bdi>{author ?? text("anonymous_author")}</bdi>
          </p>
        </div>
        <Actions powerup={powerup} />
      </header>
      {description ? <p className="plain-bidi whitespace-pre-wrap">{description}</p> : null}
      {mine && (state === "audit_rejected" || state === "removed") ? (
        <Notice tone="warning" title={text(`told.${state}`)}>
          <bdi>{reason}</bdi>
        </Notice>
      ) : null}
      {mine && state === "auditing" ? <Notice>{text("told.auditing")}</Notice> : null}
      {mine && favorites > 0 ? <Notice>{text("told.favorited")}</Notice> : null}
      {definition.kind === "mini_app" ? (
        <AppView powerup={powerup} />
      ) : (
        <>
          <RunPanel key={powerup.id} what={{ id: powerup.id }} definition={definition} />
          <Disclosure title={text("history")}>
            <ResultList powerupId={powerup.id} />
          </Disclosure>
        </>
      )}
      <Disclosure title={text("details")}>
        <Facts definition={definition} />
      </Disclosure>
      {mine && powerup.version > 1 ? (
        <Disclosure title={text("versions")}>
          <Versions powerup={powerup} />
        </Disclosure>
      ) : null}
      {mine && powerup.origin_id ? (
        <Disclosure title={text("changes")}>
          <Changes id={powerup.id} />
        </Disclosure>
      ) : null}
    </>
  );
}

function Actions({ powerup }: { powerup: PowerupDetail }) {
  const text = useText("powerups");
  const common = useText("common");
  const client = useQueryClient();
  const { navigate } = useNavigation();
  const { me } = useSession();
  const [sharing, setSharing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const favorite = useMutation(favoriteMutation(client));
  const copy = useMutation(copyMutation(client));
  const remove = useMutation(deleteMutation(client));
  const restore = useMutation(restoreMutation(client));
  const { id, mine, favorited, favorites, definition } = powerup;
  const isFixed = favorites > 0;
  const erase = () =>
    remove.mutate(id, {
      onSuccess: () => {
        showToast({
          title: common("deleted", { name: definition.name }),
          action: { label: common("undo"), onPress: () => restore.mutate(id) },
        });
        navigate(POWERUP_PLACES.all);
      },
    });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="sm"
        icon={<Star className={favorited ? "size-4 fill-current" : "size-4"} />}
        aria-pressed={favorited}
        onClick={() => favorite.mutate({ id, favorited: !favorited })}
      >
        {text("favorite")}
      </Button>
      <Button
        size="sm"
        icon={<Copy className="size-4" />}
        busy={copy.isPending}
        onClick={() => copy.mutate(id, { onSuccess: (own) => navigate(POWERUP_PLACES.edit(own.id)) })}
      >
        {text("duplicate")}
      </Button>
      {mine ? (
        <>
          <Button size="sm" icon={<Share2 className="size-4" />} onClick={() => setSharing(true)}>
            {text("share")}
          </Button>
          {isFixed ? null : (
            <>
              <AppLink to={POWERUP_PLACES.edit(id)} className={buttonStyle("secondary", "sm")}>
                <Pencil className="size-4" aria-hidden="true" />
                {common("edit")}
              </AppLink>
              <Button size="sm" icon={<Trash2 className="size-4" />} busy={remove.isPending} onClick={erase}>
                {common("delete")}
              </Button>
            </>
          )}
        </>
      ) : null}
      {!mine && me?.role === "operator" ? (
        <Button size="sm" kind="danger" onClick={() => setRemoving(true)}>
          {text("take_down")}
        </Button>
      ) : null}
      {sharing ? (
        <Suspense fallback={null}>
          <SharingDialog powerup={powerup} onClose={() => setSharing(false)} />
        </Suspense>
      ) : null}
      {removing ? (
        <RemoveDialog
          id={id}
          onClose={() => setRemoving(false)}
          onRemoved={() => navigate(POWERUP_PLACES.all)}
        />
      ) : null}
    </div>
  );
}

/** What changed since a copy was made, here and in the original. */
function Changes({ id }: { id: string }) {
  const text = useText("powerups");
  const changes = useQuery(changesQuery(id));
  if (changes.isError) return <PanelProblem error={changes.error} onRetry={() => void changes.refetch()} />;
  if (!changes.data) return <SkeletonLines label={text("changes")} />;
  const { here, origin } = changes.data;
  return (
    <div className="flex flex-col gap-4">
      <section className="flex flex-col gap-2">
        <h3 className="font-medium text-sm">{text("changes_here")}</h3>
        <ChangesList changes={here} />
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="font-medium text-sm">{text("changes_origin")}</h3>
        {origin ? (
          <ChangesList changes={origin} />
        ) : (
          <p className="text-muted text-sm">{text("origin_gone")}</p>
        )}
      </section>
    </div>
  );
}
