import { useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Code, Eye, FileDiff, MousePointerClick, Star, X } from "lucide-react";
import { KIND_ICONS, type Kind, kindLabel } from "../kinds";
import type { ArtifactDetail } from "../operations";
import { changeMutation } from "../queries";
import type { View } from "./ArtifactDesk";
import { DeskMenu } from "./DeskMenu";
import { VersionSteps } from "./VersionSteps";

interface DeskHeaderProps {
  artifact: ArtifactDetail | null;
  title: string;
  kind: Kind;
  content: string | null;
  language: string;
  writing: boolean;
  view: View;
  onView: (view: View) => void;
  /** Version that is shown; null: one that is not stored yet. */
  shown: number | null;
  onVersion: (number: number) => void;
  /** True while an element to ask about is selected. */
  selecting: boolean;
  onSelecting: (on: boolean) => void;
  /** Lets the owner allow hosts; absent where nothing runs. */
  onHosts?: (hosts: readonly string[]) => void;
  onClose?: () => void;
}

/** Title, views, versions and actions of an artifact. */
export function DeskHeader(props: DeskHeaderProps) {
  const { artifact, title, kind, writing, shown, onVersion, selecting, onSelecting, onClose } = props;
  const text = useText("artifacts");
  const change = useMutation(changeMutation(useQueryClient()));
  const Icon = KIND_ICONS[kind];
  return (
    <header className="flex flex-none flex-col gap-2 border-line border-b px-3 py-2">
      <div className="flex items-center gap-1">
        <Icon className="size-4 flex-none text-muted" aria-label={text(kindLabel(kind))} />
        <h2 className="plain-bidi ms-1.5 min-w-0 flex-1 truncate font-semibold">{title}</h2>
        {artifact ? (
          <IconButton
            label={text(artifact.starred ? "unstar" : "star")}
            aria-pressed={artifact.starred}
            icon={<Star className={artifact.starred ? "fill-current" : undefined} />}
            onClick={() => change.mutate({ id: artifact.id, starred: !artifact.starred })}
          />
        ) : null}
        <DeskMenu
          artifact={artifact}
          title={title}
          content={props.content}
          language={props.language}
          onHosts={props.onHosts}
        />
        {onClose ? <IconButton label={text("close")} icon={<X />} onClick={onClose} /> : null}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Views {...props} />
        <span className="flex-1" />
        {kind !== "code" && props.view === "preview" && !writing ? (
          <IconButton
            size="sm"
            label={text("select_element")}
            aria-pressed={selecting}
            icon={<MousePointerClick />}
            onClick={() => onSelecting(!selecting)}
          />
        ) : null}
        {artifact && shown !== null ? (
          <VersionSteps versions={artifact.versions} shown={shown} onVersion={onVersion} />
        ) : null}
      </div>
    </header>
  );
}

function Views({ kind, view, onView, shown, artifact }: DeskHeaderProps) {
  const text = useText("artifacts");
  const hasBefore =
    artifact !== null && shown !== null && artifact.versions.some(({ number }) => number === shown - 1);
  const options: { value: View; label: string; icon: React.ReactNode }[] = [
    ...(kind === "code" ? [] : [{ value: "preview" as const, label: text("views.preview"), icon: <Eye /> }]),
    { value: "code", label: text("views.code"), icon: <Code /> },
    ...(hasBefore ? [{ value: "changes" as const, label: text("views.changes"), icon: <FileDiff /> }] : []),
  ];
  if (options.length < 2) return null;
  const isThere = options.some(({ value }) => value === view);
  return (
    <Segmented
      label={text("view")}
      value={isThere ? view : (options[0]?.value ?? "code")}
      options={options}
      onChange={onView}
    />
  );
}
