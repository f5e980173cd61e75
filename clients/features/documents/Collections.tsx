import { OneLine } from "@ensemble/blocks/OneLine";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { DocumentCollectionEntry } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { IconButton } from "@ensemble/ui/IconButton";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { FolderOpen, FolderPlus, Trash2 } from "lucide-react";
import { useState } from "react";
import { CollectionDialog } from "./CollectionDialog";
import { collectionsQuery, deleteCollectionMutation, restoreCollectionMutation } from "./document-queries";
import { DOCUMENT_PLACES } from "./places";

/** Lists the collections. */
export function Collections() {
  const text = useText("library");
  const { navigate } = useNavigation();
  const client = useQueryClient();
  const collections = useInfiniteQuery(collectionsQuery);
  const remove = useMutation(deleteCollectionMutation(client));
  const restore = useMutation(restoreCollectionMutation(client));
  const [making, setMaking] = useState(false);
  const entries = collections.data?.pages.flatMap(({ items }) => items) ?? [];
  const erase = ({ id }: DocumentCollectionEntry) =>
    remove.mutate(id, {
      onSuccess: () =>
        showToast({
          title: text("collection_deleted"),
          action: { label: text("undo"), onPress: () => restore.mutate(id) },
        }),
    });
  return (
    <section aria-label={text("collections")} className="flex flex-col gap-2">
      <header className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1 font-semibold">{text("collections")}</h2>
        <Button size="sm" icon={<FolderPlus className="size-4" />} onClick={() => setMaking(true)}>
          {text("make_collection")}
        </Button>
      </header>
      {collections.isError && !collections.data ? (
        <PanelProblem error={collections.error} onRetry={() => void collections.refetch()} />
      ) : null}
      {collections.data && entries.length === 0 ? (
        <p className="text-muted text-sm">{text("collections_hint")}</p>
      ) : null}
      <ul aria-label={text("collections")} className="flex flex-col empty:hidden">
        {entries.map((entry) => (
          <li key={entry.id} className="flex items-center gap-1 rounded-md hover:bg-hover">
            <AppLink
              to={DOCUMENT_PLACES.collection(entry.id)}
              className="flex min-w-0 flex-1 items-center gap-3 rounded-md px-2 py-2.5"
            >
              <FolderOpen aria-hidden="true" className="size-4 flex-none text-faint" />
              <span className="min-w-0 flex-1">
                <span className="block text-sm">
                  <OneLine>{entry.name}</OneLine>
                </span>
                <span className="block text-faint text-xs">
                  {text("document_count", { count: entry.documents })}
                </span>
              </span>
            </AppLink>
            <IconButton
              size="sm"
              label={text("delete_collection", { name: entry.name })}
              icon={<Trash2 />}
              onClick={() => erase(entry)}
            />
          </li>
        ))}
      </ul>
      <MoreButton list={collections}>{text("show_more")}</MoreButton>
      {making ? (
        <CollectionDialog
          onClose={() => setMaking(false)}
          onDone={(id) => {
            setMaking(false);
            navigate(DOCUMENT_PLACES.collection(id));
          }}
        />
      ) : null}
    </section>
  );
}
