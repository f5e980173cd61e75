import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Printer } from "lucide-react";
import { collectionQuery, documentQuery, type Subject } from "../document-queries";
import { PrintedChat } from "./PrintedChat";
import { PrintedHighlights } from "./PrintedHighlights";
import "./print-page.css";
import { DOCUMENT_PLACES } from "../places";

/** Spec §2: /webapp/doc-print. Print page of a chat about documents, or of a document's highlights. */
export function PrintPage({ subject, chatId }: { subject: Subject; chatId: string | null }) {
  const text = useText("library");
  const document = useQuery({ ...documentQuery(subject.id), enabled: subject.kind === "library" });
  const collection = useQuery({ ...collectionQuery(subject.id), enabled: subject.kind === "collection" });
  const asked = subject.kind === "library" ? document : collection;
  const names =
    subject.kind === "library"
      ? [document.data?.name ?? ""]
      : (collection.data?.documents.map(({ name }) => name) ?? []);
  return (
    <div className="doc-print paper min-h-full bg-surface text-ink">
      <Bar subject={subject} ready={asked.data !== undefined} />
      <main className="mx-auto flex max-w-3xl flex-col gap-8 px-[max(1rem,env(safe-area-inset-left),env(safe-area-inset-right))] pt-8 pb-16 sm:px-[max(1.5rem,env(safe-area-inset-left),env(safe-area-inset-right))]">
        {asked.isPending ? <SkeletonLines count={8} label={text("loading")} /> : null}
        {asked.isError && !asked.data ? (
          <PanelProblem error={asked.error} onRetry={() => void asked.refetch()} />
        ) : null}
        {asked.data && chatId ? (
          <PrintedChat
            chatId={chatId}
            subject={asked.data.name}
            names={subject.kind === "collection" ? names : []}
          />
        ) : null}
        {document.data && !chatId ? <PrintedHighlights document={document.data} /> : null}
      </main>
    </div>
  );
}

/** Toolbar of the page, which is not printed. */
function Bar({ subject, ready }: { subject: Subject; ready: boolean }) {
  const text = useText("library");
  const back =
    subject.kind === "library"
      ? PLACES.document(subject.id)
      : `${DOCUMENT_PLACES.all}?collection=${subject.id}`;
  return (
    <header className="doc-print-bar sticky top-0 z-10 flex h-[calc(3.5rem+env(safe-area-inset-top))] items-center gap-2 border-line border-b bg-surface px-[max(0.75rem,env(safe-area-inset-left),env(safe-area-inset-right))] pt-[env(safe-area-inset-top)] sm:px-[max(1.25rem,env(safe-area-inset-left),env(safe-area-inset-right))]">
      <AppLink
        to={back}
        className="flex h-9 items-center gap-2 rounded-md px-2 text-muted text-sm hover:bg-hover hover:text-ink touch:h-11"
      >
        <ArrowLeft className="size-4 rtl:-scale-x-100" />
        {text("print_back")}
      </AppLink>
      <span className="flex-1" />
      <Button
        kind="primary"
        disabled={!ready}
        icon={<Printer className="size-4" />}
        onClick={() => globalThis.print()}
      >
        {text("print")}
      </Button>
    </header>
  );
}
