import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { AttachedThing } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { showToast } from "@ensemble/ui/toast";
import { MessageCircleQuestion } from "lucide-react";
import { useState } from "react";
import { PLACES } from "./places";
import { keepShared } from "./shared-things";

/** Opens a new chat that a search or a report is given to, as with `#`: what is asked there is asked of it. */
export function AskFurther({ thing }: { thing: AttachedThing }) {
  const text = useText("search");
  const { navigate } = useNavigation();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      const id = uuidV7();
      await keepShared(id, { title: "", text: "", url: "", files: [], things: [thing] });
      navigate(`${PLACES.newChat}?shared=${id}`);
    } catch {
      // The browser keeps nothing here.
      showToast({ kind: "danger", title: text("ask_failed") });
      setBusy(false);
    }
  };
  return (
    <Button
      size="sm"
      kind="ghost"
      busy={busy}
      icon={<MessageCircleQuestion className="size-4" />}
      onClick={() => void ask()}
    >
      {text("ask_further")}
    </Button>
  );
}
