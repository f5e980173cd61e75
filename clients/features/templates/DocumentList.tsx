import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { AppLink } from "@ensemble/host/navigation";
import { dayAndTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { FileText, Trash2 } from "lucide-react";
import { useState } from "react";
import type { DocumentSummary } from "./operations";
import { TEMPLATE_PLACES } from "./places";
import { deleteDocumentMutation, documentsQuery } from "./template-queries";

/** The documents that the person made of templates. */
export function DocumentList() {
  const text = useText("templates");
  const common = useText("common");
  const documents = useInfiniteQuery(documentsQuery);
  if (documents.isError) {
    return <PanelProblem error={documents.error} onRetry={() => void documents.refetch()} />;
  }
  if (!documents.data) return <SkeletonLines label={text("tab_documents")} />;
  const all = documents.data.pages.flatMap(({ items }) => items);
  if (all.length === 0) {
    return (
      <EmptyState icon={<FileText />} title={text("no_documents")} description={text("no_documents_hint")} />
    );
  }
  return (
    <div className="flex flex-col gap-4 pt-2">
      <ul className="divide-y divide-line rounded-lg bg-raised shadow-[inset_0_0_0_1px_var(--line)]">
        {all.map((document) => (
          <DocumentRow key={document.id} document={document} />
        ))}
      </ul>
      {documents.hasNextPage ? (
        <Button
          className="self-center"
          busy={documents.isFetchingNextPage}
          onClick={() => void documents.fetchNextPage()}
        >
          {common("show_more")}
        </Button>
      ) : null}
    </div>
  );
}

function DocumentRow({ document }: { document: DocumentSummary }) {
  const text = useText("templates");
  const common = useText("common");
  const { locale } = useLocale();
  const remove = useMutation(deleteDocumentMutation(useQueryClient()));
  const [asked, setAsked] = useState(false);
  const { id, title, template_name, updated_at } = document;
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <AppLink to={TEMPLATE_PLACES.document(id)} className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          <bdi>{title}</bdi>
        </span>
        <span className="block truncate text-muted text-sm">
          <bdi>{template_name}</bdi> · {dayAndTime(updated_at, locale)}
        </span>
      </AppLink>
      <IconButton
        size="sm"
        label={common("delete_title", { title })}
        icon={<Trash2 />}
        onClick={() => setAsked(true)}
      />
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={common("delete_title", { title })}
        description={text("delete_document_hint")}
        confirmLabel={common("delete")}
        cancelLabel={common("cancel")}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(id, { onSettled: () => setAsked(false) })}
      />
    </li>
  );
}
