import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { useNavigation } from "@ensemble/host/navigation";
import { Button } from "@ensemble/ui/Button";
import { showToast } from "@ensemble/ui/toasts/toast";
import { MessageCircleQuestion } from "lucide-react";
import { useState } from "react";
import { PLACES } from "../places";
import { keepShared, type SharedThings } from "../sharing/shared-things";

/** Opens a new chat with a reference to the item. */
export function AskFurther({
  label,
  failed,
  given,
}: {
  label: string;
  /** Text if no chat could be opened. */
  failed: string;
  given: () => Partial<SharedThings> | Promise<Partial<SharedThings>>;
}) {
  const { navigate } = useNavigation();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      const id = uuidV7();
      await keepShared(id, { title: "", text: "", url: "", files: [], ...(await given()) });
      navigate(`${PLACES.newChat}?shared=${id}`);
    } catch {
      // The item could not be fetched, or the browser's storage is unavailable.
      showToast({ kind: "danger", title: failed });
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
      {label}
    </Button>
  );
}
