import type { BesideSeat } from "@ensemble/blocks/composer-plugs";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { kindOf, runsInFrame } from "../kinds";
import type { ArtifactDetail } from "../operations";
import { hostsMutation, versionQuery } from "../queries";
import { ChangesView } from "./ChangesView";
import { CodeView } from "./CodeView";
import { DeskHeader } from "./DeskHeader";
import { EditBar } from "./EditBar";
import { PreviewView } from "./PreviewView";
import { useEditing } from "./use-editing";
import { useHostsDialog } from "./use-hosts-dialog";

export type View = "preview" | "code" | "changes";

/** What a model writes, before the server has stored it. */
export interface LiveArtifact {
  /** Null: its edits fit nothing that is known. */
  content: string | null;
  language: string;
  title: string;
  writing: boolean;
}

export interface DeskProps {
  artifact: ArtifactDetail | null;
  /** Version that is wanted first; null: the newest. */
  version: number | null;
  live: LiveArtifact | null;
  /** Asks a model about it: in the chat beside it, or in one that opens. */
  seat: Pick<BesideSeat, "send" | "fill">;
  /** Name by which the model knows it. */
  identifier: string;
  onClose?: () => void;
}

/** An artifact with its preview, its code and its versions. */
export function ArtifactDesk({ artifact, version, live, seat, identifier, onClose }: DeskProps) {
  const text = useText("artifacts");
  const [number, setNumber] = useState<number | null>(version);
  const [selecting, setSelecting] = useState(false);
  useWanted(version, setNumber);
  const newest = artifact?.version ?? null;
  const shown = live ? null : (number ?? newest);
  const isNewest = shown === newest;
  const stored = useStoredContent(artifact, shown);
  const editing = useEditing(artifact, isNewest && !live);
  const content = live ? live.content : (editing.draft ?? stored?.content ?? null);
  const language = live?.language ?? stored?.language ?? artifact?.language ?? "text";
  const kind = kindOf(language);
  const writing = live?.writing ?? false;
  const [view, setView] = useView(kind, writing);
  const title = live?.title ?? artifact?.title ?? identifier;
  const hosts = useHostsDialog(artifact);
  const agree = useAgree(artifact);
  const before = useStoredContent(artifact, view === "changes" && shown !== null ? shown - 1 : null);
  // A model sees what is saved, and changes the newest version.
  const fix =
    live || isNewest
      ? (trouble: string) => editing.save(() => seat.send(text("fix_message", { name: identifier, trouble })))
      : undefined;
  const choose = (next: number) => {
    setNumber(next === newest ? null : next);
    editing.discard();
  };

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <DeskHeader
        artifact={artifact}
        title={title}
        kind={kind}
        content={content}
        language={language}
        writing={writing}
        view={view}
        onView={setView}
        shown={shown}
        onVersion={choose}
        selecting={selecting}
        onSelecting={setSelecting}
        onHosts={runsInFrame(kind) ? hosts.allow : undefined}
        onClose={onClose}
      />
      {content === null ? (
        <div className="flex-1 p-5">
          {live && !writing ? (
            <p className="text-muted text-sm">{text("edit_failed")}</p>
          ) : (
            <SkeletonLines label={text("loading")} />
          )}
        </div>
      ) : view === "changes" && before ? (
        <ChangesView before={before.content} after={content} />
      ) : view === "preview" && kind !== "code" ? (
        <PreviewView
          ownId={artifact?.id ?? null}
          artifactId={artifact?.id ?? null}
          prompts={artifact?.prompts ?? false}
          wanted={{
            hosts: artifact?.hosts ?? [],
            agreed: artifact?.hosts_agreed ?? false,
            onAgree: agree,
          }}
          onAllow={hosts.allow}
          kind={kind}
          content={content}
          writing={writing}
          title={title}
          onFix={fix}
          selecting={selecting}
          onSelected={(element) => {
            setSelecting(false);
            const question = runsInFrame(kind)
              ? text("about_element", { element: element.name, name: identifier, code: element.html })
              : text("about_passage", { name: identifier, passage: element.text });
            editing.save(() => seat.fill(question));
          }}
        />
      ) : (
        <CodeView
          language={language}
          content={content}
          writing={writing}
          editable={artifact !== null && isNewest}
          onChange={editing.change}
          onSave={() => editing.save()}
        />
      )}
      <EditBar
        editing={editing}
        restorable={artifact !== null && !isNewest && !live ? stored : null}
        onRestored={() => setNumber(null)}
      />
      {hosts.dialog}
    </div>
  );
}

/** Follows a version that is wanted from outside. */
function useWanted(version: number | null, choose: (version: number | null) => void): void {
  const last = useRef(version);
  useEffect(() => {
    if (last.current === version) return;
    last.current = version;
    choose(version);
  }, [version, choose]);
}

/** Returns what stores the owner's consent to an artifact's hosts; nothing for one that is not stored yet. */
function useAgree(artifact: ArtifactDetail | null): (() => void) | undefined {
  const problemText = useProblemText();
  const { mutate } = useMutation(hostsMutation(useQueryClient()));
  if (!artifact) return undefined;
  const onError = (error: unknown) => void showToast({ kind: "danger", title: problemText(error) ?? "" });
  return () => mutate({ id: artifact.id, hosts: artifact.hosts }, { onError });
}

/** Returns a version's content; null until it is there. */
function useStoredContent(artifact: ArtifactDetail | null, number: number | null) {
  const isNewest = artifact !== null && number === artifact.version;
  const old = useQuery({
    ...versionQuery(artifact?.id ?? "", number ?? 0),
    enabled: artifact !== null && number !== null && number > 0 && !isNewest,
  });
  if (isNewest) return { number, content: artifact.content, language: artifact.language };
  return old.data ?? null;
}

/** Returns the view that is shown: code while a component is written, then what it makes. */
function useView(kind: ReturnType<typeof kindOf>, writing: boolean): [View, (view: View) => void] {
  const [chosen, setChosen] = useState<View | null>(null);
  const usual = kind === "code" || (writing && kind === "react") ? "code" : "preview";
  return [chosen ?? usual, setChosen];
}
