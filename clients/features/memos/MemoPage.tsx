import { PLACES } from "@ensemble/blocks/places";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { ArrowLeft } from "lucide-react";
import { MemoSheet } from "./MemoSheet";

/** Page of a memo. `passage`: passage that an answer cites. `isNew`: it may be empty. */
export function MemoPage({
  memoId,
  passage = "",
  isNew = false,
}: {
  memoId: string;
  passage?: string;
  isNew?: boolean;
}) {
  const text = useText("memos");
  const { navigate } = useNavigation();
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id={`memo ${memoId}`}>
      <div className="mx-auto flex max-w-3xl flex-col gap-4 px-4 pt-4 pb-16 sm:px-8 lg:pt-8">
        <AppLink
          to={PLACES.memos}
          className="-ms-2 flex h-9 w-fit items-center gap-1.5 rounded-md px-2 text-muted text-sm hover:bg-hover hover:text-ink touch:h-11"
        >
          <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />
          {text("memos")}
        </AppLink>
        <MemoSheet memoId={memoId} passage={passage} isNew={isNew} onDeleted={() => navigate(PLACES.memos)} />
      </div>
    </div>
  );
}
