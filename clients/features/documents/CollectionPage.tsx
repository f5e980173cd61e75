import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { CollectionDialog } from "./CollectionDialog";
import { Back, ChatBeside, type DocumentChatPane } from "./chat/ChatBeside";
import { DocumentEntry } from "./DocumentEntry";
import { collectionQuery } from "./document-queries";

/** Page of a collection: its documents beside a chat about all of them. */
export function CollectionPage({ collectionId, Chat }: { collectionId: string; Chat: DocumentChatPane }) {
  const text = useText("library");
  const collection = useQuery(collectionQuery(collectionId));
  const [changing, setChanging] = useState(false);
  const known = collection.data;
  const ready = known?.documents.filter(({ state }) => state === "parsed") ?? [];
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <title>{`${known?.name ?? text("documents")} · ${text("product")}`}</title>
      {collection.isPending ? (
        <div className="p-6">
          <SkeletonLines count={8} label={text("loading")} />
        </div>
      ) : null}
      {collection.isError && !known ? (
        <div className="flex flex-col gap-4 p-6">
          <Back />
          <PanelProblem error={collection.error} onRetry={() => void collection.refetch()} />
        </div>
      ) : null}
      {known ? (
        <ChatBeside
          subject={{ kind: "collection", id: known.id }}
          title={known.name}
          documents={ready}
          list={(open) => (
            <div className="flex flex-col gap-3 p-4">
              <div className="flex items-center gap-2">
                <h2 className="min-w-0 flex-1 font-semibold text-sm">
                  {text("document_count", { count: known.documents.length })}
                </h2>
                <Button size="sm" icon={<Pencil className="size-4" />} onClick={() => setChanging(true)}>
                  {text("change_collection")}
                </Button>
              </div>
              <ul aria-label={text("documents")} className="flex flex-col">
                {known.documents.map((document) => (
                  <DocumentEntry key={document.id} document={document} onOpen={open} />
                ))}
              </ul>
            </div>
          )}
          Chat={Chat}
        />
      ) : null}
      {changing && known ? (
        <CollectionDialog
          collection={known}
          onClose={() => setChanging(false)}
          onDone={() => setChanging(false)}
        />
      ) : null}
    </div>
  );
}
