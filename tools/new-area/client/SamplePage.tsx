import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { type FormEvent, useState } from "react";
import { createMutation, deleteMutation, itemsQuery } from "./queries";

/** Page with the person's items, and a form that adds one. */
export function SamplePage() {
  const text = useText("sample");
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-col gap-6 p-6">
      <h1 className="text-2xl font-semibold">{text("title")}</h1>
      <NewItem />
      <Items />
    </main>
  );
}

function NewItem() {
  const text = useText("sample");
  const common = useText("common");
  const [title, setTitle] = useState("");
  const create = useMutation(createMutation(useQueryClient()));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(title, { onSuccess: () => setTitle("") });
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <TextField label={text("item_title")} value={title} onChange={setTitle} />
      <Button type="submit" disabled={!title.trim() || create.isPending}>
        {common("add")}
      </Button>
    </form>
  );
}

function Items() {
  const text = useText("sample");
  const common = useText("common");
  const items = useInfiniteQuery(itemsQuery);
  const remove = useMutation(deleteMutation(useQueryClient()));
  if (items.isError) return <PanelProblem error={items.error} onRetry={() => void items.refetch()} />;
  if (!items.data) return <SkeletonLines label={text("title")} />;
  const all = items.data.pages.flatMap((page) => page.items);
  if (all.length === 0) {
    return <EmptyState icon={<Inbox />} title={text("empty")} description={text("empty_hint")} />;
  }
  return (
    <ul className="flex flex-col gap-2">
      {all.map(({ id, title }) => (
        <li key={id} className="flex items-center justify-between gap-2">
          <span className="min-w-0 truncate">{title}</span>
          <Button kind="secondary" onClick={() => remove.mutate(id)}>
            {common("delete")}
          </Button>
        </li>
      ))}
      {items.hasNextPage && (
        <Button kind="secondary" onClick={() => void items.fetchNextPage()}>
          {common("show_more")}
        </Button>
      )}
    </ul>
  );
}
