import { PLACES } from "@ensemble/blocks/places";
import { keepShared } from "@ensemble/blocks/shared-things";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Reading } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { showToast } from "@ensemble/ui/toast";
import { useQueryClient } from "@tanstack/react-query";
import { MessageCircleQuestion } from "lucide-react";
import { useState } from "react";
import { readingFile } from "./reading-file";
import { readingSourceQuery } from "./reading-queries";

/** Opens a new chat that has the reading's text as a file: what is asked there is asked of it. */
export function AskAbout({ reading }: { reading: Reading }) {
  const text = useText("reading");
  const client = useQueryClient();
  const { navigate } = useNavigation();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      const { places } = await client.fetchQuery(readingSourceQuery(reading.id));
      const id = uuidV7();
      await keepShared(id, { title: "", text: "", url: "", files: [readingFile(reading, places)] });
      navigate(`${PLACES.newChat}?shared=${id}`);
    } catch {
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
      {text("ask")}
    </Button>
  );
}
