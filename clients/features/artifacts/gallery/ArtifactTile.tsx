import { OneLine } from "@ensemble/blocks/OneLine";
import { AppLink } from "@ensemble/host/navigation";
import { factsLine, relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem } from "@ensemble/ui/popups/Menu";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Pencil, Star, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { KIND_ICONS, kindLabel } from "../kinds";
import type { Artifact } from "../operations";
import { ARTIFACT_PLACES } from "../places";
import { changeMutation } from "../queries";

const RenameDialog = lazy(() => import("./RenameDialog"));
const DeleteDialog = lazy(() => import("./DeleteDialog"));

/** An artifact in a list: it opens on a click, and has a star and a menu. */
export function ArtifactTile({ artifact }: { artifact: Artifact }) {
  const text = useText("artifacts");
  const common = useText("common");
  const { locale } = useLocale();
  const change = useMutation(changeMutation(useQueryClient()));
  const [dialog, setDialog] = useState<"rename" | "delete" | null>(null);
  const [now] = useState(Date.now);
  const Icon = KIND_ICONS[artifact.kind];
  const facts = [text(kindLabel(artifact.kind)), relativeTime(artifact.updated_at, now, locale)];
  return (
    <article className="group relative flex items-center gap-3 rounded-lg bg-raised p-3 shadow-[inset_0_0_0_1px_var(--line)] transition-colors focus-within:bg-hover hover:bg-hover">
      <span className="flex size-10 flex-none items-center justify-center rounded-md bg-accent-soft text-accent-ink">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <AppLink
          to={ARTIFACT_PLACES.artifact(artifact.id)}
          className="block font-medium outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          <OneLine>{artifact.title}</OneLine>
        </AppLink>
        <p className="truncate text-muted text-sm">{factsLine(facts)}</p>
      </div>
      <span className="relative z-10 flex">
        <IconButton
          size="sm"
          label={text(artifact.starred ? "unstar" : "star")}
          aria-pressed={artifact.starred}
          icon={<Star className={artifact.starred ? "fill-current" : undefined} />}
          onClick={() => change.mutate({ id: artifact.id, starred: !artifact.starred })}
        />
        <Menu
          trigger={
            <IconButton size="sm" label={common("more_for", { name: artifact.title })} icon={<Ellipsis />} />
          }
        >
          <MenuItem icon={<Pencil />} onSelect={() => setDialog("rename")}>
            {text("rename")}
          </MenuItem>
          <MenuItem icon={<Trash2 />} danger onSelect={() => setDialog("delete")}>
            {text("delete")}
          </MenuItem>
        </Menu>
      </span>
      {dialog === "rename" ? (
        <Suspense>
          <RenameDialog artifact={artifact} onClose={() => setDialog(null)} />
        </Suspense>
      ) : null}
      {dialog === "delete" ? (
        <Suspense>
          <DeleteDialog artifact={artifact} onClose={() => setDialog(null)} />
        </Suspense>
      ) : null}
    </article>
  );
}
