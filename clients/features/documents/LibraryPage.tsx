import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { useInfiniteQuery } from "@tanstack/react-query";
import { FileText, Plus } from "lucide-react";
import { useState } from "react";
import { AddDocument } from "./AddDocument";
import { Collections } from "./Collections";
import { DocumentEntry } from "./DocumentEntry";
import { libraryQuery } from "./document-queries";

/** Page of the person's PDFs. */
export function LibraryPage() {
  const text = useText("library");
  const { navigate } = useNavigation();
  const library = useInfiniteQuery(libraryQuery);
  const [adding, setAdding] = useState(false);
  const documents = library.data?.pages.flatMap(({ items }) => items) ?? [];
  const add = (
    <Button kind="primary" icon={<Plus className="size-4" />} onClick={() => setAdding(true)}>
      {text("add")}
    </Button>
  );
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="library">
      <title>{`${text("documents")} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex flex-col gap-1">
          <div className="flex items-center gap-3">
            <h1 className="min-w-0 flex-1 font-semibold text-xl">{text("documents")}</h1>
            {documents.length > 0 ? add : null}
          </div>
          <p className="text-muted text-sm">{text("about")}</p>
        </header>
        {library.isPending ? <SkeletonLines count={5} label={text("loading")} /> : null}
        {library.isError && !library.data ? (
          <PanelProblem error={library.error} onRetry={() => void library.refetch()} />
        ) : null}
        {library.data && documents.length === 0 ? (
          <EmptyState icon={<FileText />} title={text("none")} description={text("none_hint")} action={add} />
        ) : null}
        <ul aria-label={text("documents")} className="flex flex-col empty:hidden">
          {documents.map((document) => (
            <DocumentEntry key={document.id} document={document} />
          ))}
        </ul>
        <MoreButton list={library}>{text("show_more")}</MoreButton>
        {documents.length > 0 ? <Collections /> : null}
      </div>
      {adding ? (
        <AddDocument
          onClose={() => setAdding(false)}
          onAdded={(id) => {
            setAdding(false);
            navigate(PLACES.document(id));
          }}
        />
      ) : null}
    </div>
  );
}
