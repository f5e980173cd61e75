import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { api } from "@ensemble/contract/api";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Mark } from "@ensemble/ui/Mark";
import { useQuery } from "@tanstack/react-query";
import { PreviewView } from "../desk/PreviewView";
import { kindOf } from "../kinds";
import type { PublishedArtifact } from "../operations";
import { publishedPath } from "../published-address";

/** A published artifact alone (spec §2: /share/artifact/preview?id). The line above it always says whose page this is. */
export function PublishedPreview({ id = "none" }: { id?: string }) {
  const text = useText("artifacts");
  const page = useQuery({
    queryKey: ["sharing", "public", id],
    queryFn: ({ signal }) => api.get("/api/sharing/public/{id}", { path: { id }, signal }),
    retry: false,
  });
  const artifact = page.data?.kind === "artifact" ? (page.data.content as PublishedArtifact) : null;
  const kind = artifact ? kindOf(artifact.language) : "code";
  return (
    <main className="flex h-dvh flex-col bg-surface">
      <title>{`${page.data?.title ?? text("title")} · Ensemble`}</title>
      <header className="flex h-11 flex-none items-center gap-2.5 border-line border-b px-3 text-sm">
        <Mark className="size-5" />
        <h1 className="plain-bidi min-w-0 truncate font-medium">{page.data?.title ?? text("title")}</h1>
        <p className="min-w-0 flex-1 truncate text-muted max-sm:hidden">{text("made_by_others")}</p>
        <span className="flex-1 sm:hidden" />
        <AppLink to={publishedPath(id)} className={buttonStyle("secondary", "sm")}>
          {text("details")}
        </AppLink>
      </header>
      {page.isPending ? (
        <div className="p-6">
          <SkeletonLines label={text("loading")} />
        </div>
      ) : null}
      {page.isError ? (
        <div className="p-6">
          <PanelProblem error={page.error} onRetry={() => void page.refetch()} />
        </div>
      ) : null}
      {artifact && kind !== "code" ? (
        <PreviewView
          ownId={null}
          artifactId={artifact.artifact_id}
          prompts={artifact.prompts}
          wanted={{ hosts: artifact.hosts ?? [], agreed: false }}
          kind={kind}
          content={artifact.content}
          writing={false}
          title={page.data?.title ?? ""}
        />
      ) : null}
      {page.isSuccess && (!artifact || kind === "code") ? (
        <p className="p-6 text-muted">{text("no_preview")}</p>
      ) : null}
    </main>
  );
}
