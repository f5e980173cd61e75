import { loadTexts } from "@ensemble/i18n/text";
import { AfterDelay, Skeleton } from "@ensemble/ui/feedback/Skeleton";
import { lazyPart, useLazyPart } from "@ensemble/ui/lazy-part";
import { Suspense } from "react";
import { afterFirstPage } from "../boot/first-page";

const LISTS = {
  chat: lazyPart(
    afterFirstPage(async () => {
      const [file] = await Promise.all([
        import("@ensemble/feature-chat/list/ConversationList"),
        loadTexts(["chat"]),
      ]);
      return file.ConversationList;
    }),
  ),
  settings: lazyPart(
    afterFirstPage(async () => {
      const [file, { loadPanels }] = await Promise.all([
        import("../settings/SettingsList"),
        import("../settings/settings-index"),
        loadTexts(["frame", "settings", "search_words"]),
      ]);
      await loadPanels();
      return file.SettingsList;
    }),
  ),
};

/** List that belongs to the page. */
export function ListColumn({ list }: { list: keyof typeof LISTS }) {
  // Another list is remounted.
  return <OneList key={list} list={list} />;
}

function OneList({ list }: { list: keyof typeof LISTS }) {
  const List = useLazyPart(LISTS[list]);
  return <Suspense fallback={<ListSkeleton />}>{List ? <List /> : <ListSkeleton />}</Suspense>;
}

function ListSkeleton() {
  return (
    <AfterDelay>
      <div className="flex flex-col gap-4 px-4 pt-16">
        {["w-4/5", "w-3/5", "w-full", "w-2/3", "w-4/5"].map((width) => (
          <Skeleton key={width} className={`h-3.5 ${width}`} />
        ))}
      </div>
    </AfterDelay>
  );
}
