import { PLACES } from "@ensemble/blocks/places";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { keptUnderQuery } from "../memo-queries";

/** Notice with a link that a page is already saved. `memoId`: the current memo, which does not count. */
export function KeptAlready({ address, memoId }: { address: string; memoId: string | null }) {
  const text = useText("memos");
  const page = useDeferredValue(address);
  const found = useQuery(keptUnderQuery(page)).data?.items ?? [];
  const other = found.find(({ id }) => id !== memoId);
  if (!other) return null;
  return (
    <Notice
      action={
        <AppLink to={PLACES.memo(other.id)} className={buttonStyle("secondary", "sm")}>
          {text("open")}
        </AppLink>
      }
    >
      {text("kept_already", { title: other.title || text("untitled") })}
    </Notice>
  );
}
