import { relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem } from "@ensemble/ui/popups/Menu";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Pencil, Star, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { kindLabel } from "../kinds";
import type { Artifact } from "../operations";
import { ARTIFACT_PLACES } from "../places";
import { changeMutation } from "../queries";
import { ArtifactCard } from "./ArtifactCard";

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
  const facts = [text(kindLabel(artifact.kind)), relativeTime(artifact.updated_at, now, locale)];
  return (
    <>
      <ArtifactCard
        to={ARTIFACT_PLACES.artifact(artifact.id)}
        title={artifact.title}
        kind={artifact.kind}
        facts={facts}
      >
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
      </ArtifactCard>
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
    </>
  );
}
