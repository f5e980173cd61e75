import { AfterDelay, Skeleton } from "@ensemble/ui/Skeleton";
import { lazy, Suspense } from "react";
import { afterFirstPage } from "../boot/first-page";

const ConversationList = lazy(
  afterFirstPage(() =>
    import("@ensemble/feature-chat/ConversationList").then((file) => ({ default: file.ConversationList })),
  ),
);
const SettingsList = lazy(
  afterFirstPage(() => import("../settings/SettingsList").then((file) => ({ default: file.SettingsList }))),
);

/** The list that belongs to the page beside it. */
export function ListColumn({ list }: { list: "chat" | "settings" }) {
  return (
    <Suspense fallback={<ListSkeleton />}>
      {list === "chat" ? <ConversationList /> : <SettingsList />}
    </Suspense>
  );
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
