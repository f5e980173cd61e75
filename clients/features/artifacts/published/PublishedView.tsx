import { CodeBlock } from "@ensemble/blocks/markdown/CodeBlock";
import type { SharedPage } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Code, Eye, Maximize2 } from "lucide-react";
import { useState } from "react";
import { PreviewView } from "../desk/PreviewView";
import { kindOf } from "../kinds";
import type { PublishedArtifact } from "../operations";
import { ARTIFACT_PLACES } from "../places";

/** Shows a published artifact to others: what it makes, and its code. */
export function PublishedView({ page }: { page: SharedPage }) {
  const text = useText("artifacts");
  const { artifact_id, content, language, prompts, hosts } = page.content as PublishedArtifact;
  const kind = kindOf(language);
  const [isCode, setIsCode] = useState(kind === "code");
  const shareId = useShareId();
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {kind === "code" ? null : (
          <Segmented
            label={text("view")}
            value={isCode ? "code" : "preview"}
            options={[
              { value: "preview", label: text("views.preview"), icon: <Eye /> },
              { value: "code", label: text("views.code"), icon: <Code /> },
            ]}
            onChange={(view) => setIsCode(view === "code")}
          />
        )}
        <span className="flex-1" />
        {shareId && kind !== "code" ? (
          <AppLink to={ARTIFACT_PLACES.preview(shareId)} className={buttonStyle("secondary", "sm")}>
            <Maximize2 className="size-4" aria-hidden="true" />
            {text("open_full")}
          </AppLink>
        ) : null}
      </div>
      {isCode || kind === "code" ? (
        <CodeBlock code={content} language={language} open={false} />
      ) : (
        <div className="flex h-[min(70dvh,44rem)] flex-col overflow-hidden rounded-lg shadow-[inset_0_0_0_1px_var(--line)]">
          <PreviewView
            ownId={null}
            artifactId={artifact_id}
            prompts={prompts}
            wanted={{ hosts: hosts ?? [], agreed: false }}
            kind={kind}
            content={content}
            writing={false}
            title={page.title}
          />
        </div>
      )}
    </div>
  );
}

/** Returns the id in the page's address: `/s/{id}` or `/share/artifact?id={id}`. */
function useShareId(): string | null {
  const { path } = useNavigation();
  return /(?:\/s\/|[?&]id=)([A-Za-z0-9]+)/.exec(path)?.[1] ?? null;
}
