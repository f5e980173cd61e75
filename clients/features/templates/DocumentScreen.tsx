import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { DocumentActions } from "./DocumentActions";
import { DocumentForm } from "./DocumentForm";
import type { TemplateDocument } from "./operations";
import { PagePreview } from "./PagePreview";
import { TEMPLATE_PLACES } from "./places";
import { documentQuery } from "./template-queries";
import { useFilling } from "./use-filling";

/** /templates/documents/…: the form of a document, and its pages. */
export function DocumentScreen({ uid }: { uid: string }) {
  const text = useText("templates");
  const found = useQuery(documentQuery(uid));
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id={`template-document-${uid}`}>
      <div className="mx-auto flex max-w-6xl flex-col gap-4 px-4 pt-6 pb-16 sm:px-8 lg:pt-8">
        <AppLink
          to={TEMPLATE_PLACES.all}
          className="flex w-fit items-center gap-1.5 text-muted text-sm hover:text-ink"
        >
          <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />
          {text("title")}
        </AppLink>
        {found.data ? (
          // Also where it can't be read again: what is typed stays, and saving it says why it fails.
          <Opened key={uid} document={found.data} />
        ) : found.isError ? (
          <PanelProblem error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <SkeletonLines label={text("title")} />
        )}
      </div>
    </div>
  );
}

function Opened({ document }: { document: TemplateDocument }) {
  const text = useText("templates");
  const filling = useFilling(document);
  const [shown, setShown] = useState<"form" | "preview">("form");
  return (
    <>
      <title>{`${document.title} · ${text("product")}`}</title>
      <DocumentActions document={document} filling={filling} />
      <div className="lg:hidden">
        <Segmented
          label={text("view")}
          value={shown}
          options={[
            { value: "form", label: text("form") },
            { value: "preview", label: text("preview") },
          ]}
          onChange={setShown}
        />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className={clsx(shown === "preview" && "max-lg:hidden")}>
          <DocumentForm document={document} filling={filling} />
        </div>
        <div className={clsx("lg:sticky lg:top-4", shown === "form" && "max-lg:hidden")}>
          <PagePreview id={document.id} version={document.version} output={document.definition.output} />
        </div>
      </div>
    </>
  );
}
