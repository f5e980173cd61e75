import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import type { Image } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { useState } from "react";
import { QualityField } from "../more/QualityField";
import type { CreateForm } from "../studio/use-create-form";

/** Makes an image again, with more of a quality. */
export function MakeItMore({
  image,
  form,
  onClose,
  onStarted,
}: {
  image: Image;
  form: CreateForm;
  onClose: () => void;
  onStarted: () => void;
}) {
  const text = useText("images");
  const priceText = usePriceText();
  const [quality, setQuality] = useState("");
  const wanted = quality.trim();
  return (
    <FormDialog
      title={text("make_more")}
      cancelLabel={text("cancel")}
      submitLabel={text("create_action")}
      busy={form.isStarting}
      disabled={wanted === ""}
      fieldFirst
      onClose={onClose}
      onSubmit={() => {
        if (wanted === "") return;
        form.startFrom(image, text("make_more_prompt", { quality: wanted, prompt: image.prompt }).trim());
        onStarted();
      }}
    >
      <QualityField value={quality} onChange={setQuality} />
      <p className="text-faint text-xs">{priceText("advanced_credit", form.price)}</p>
    </FormDialog>
  );
}
