import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { toProblem } from "@ensemble/contract/problem-error";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { DocumentCollection } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { TextField } from "@ensemble/ui/fields/TextField";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeCollectionMutation, libraryQuery, makeCollectionMutation } from "./document-queries";

/** Creates a collection, or changes its name and documents. */
export function CollectionDialog({
  collection,
  onClose,
  onDone,
}: {
  collection?: DocumentCollection;
  onClose: () => void;
  onDone: (id: string) => void;
}) {
  const text = useText("library");
  const client = useQueryClient();
  const library = useInfiniteQuery(libraryQuery);
  const make = useMutation(makeCollectionMutation(client));
  const change = useMutation(changeCollectionMutation(client, collection?.id ?? ""));
  const [name, setName] = useState(collection?.name ?? "");
  const [chosen, setChosen] = useState<readonly string[]>(
    () => collection?.documents.map(({ id }) => id) ?? [],
  );
  const documents = library.data?.pages.flatMap(({ items }) => items) ?? [];
  const error = make.error ?? change.error;
  const submit = () => {
    const body = { name, document_ids: [...chosen] };
    const done = { onSuccess: ({ id }: DocumentCollection) => onDone(id) };
    if (collection) change.mutate(body, done);
    else make.mutate({ id: uuidV7(), ...body }, done);
  };
  return (
    <FormDialog
      title={text(collection ? "change_collection" : "make_collection")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      busy={make.isPending || change.isPending}
      disabled={name.trim() === "" || chosen.length === 0}
      width="md"
      fieldFirst
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="flex flex-col gap-4">
        <TextField label={text("name")} maxLength={200} value={name} onChange={setName} />
        <fieldset className="flex max-h-72 flex-col overflow-y-auto">
          <legend className="mb-1 font-medium text-sm">{text("documents")}</legend>
          {documents.map((document) => (
            <label
              key={document.id}
              className="flex min-h-9 items-center gap-3 rounded-md px-2 text-sm hover:bg-hover touch:min-h-11"
            >
              <input
                type="checkbox"
                className="size-4 flex-none accent-accent"
                checked={chosen.includes(document.id)}
                onChange={({ target }) =>
                  setChosen((now) =>
                    target.checked ? [...now, document.id] : now.filter((id) => id !== document.id),
                  )
                }
              />
              <bdi className="min-w-0 truncate">{document.name}</bdi>
            </label>
          ))}
          <MoreButton list={library}>{text("show_more")}</MoreButton>
        </fieldset>
        {error ? <ProblemCard problem={toProblem(error)} /> : null}
      </div>
    </FormDialog>
  );
}
