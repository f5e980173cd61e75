import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Brush, Wrench } from "lucide-react";
import { PLACES } from "../places";

/** Ways from an image of a chat into the image editor and the image tools. */
export function PictureLinks({ fileId }: { fileId: string }) {
  const text = useText("documents");
  return (
    <>
      <AppLink to={PLACES.imageEditor(fileId)} className={buttonStyle("secondary", "sm")}>
        <Brush className="size-4" aria-hidden="true" />
        {text("edit_image")}
      </AppLink>
      <AppLink to={PLACES.imageTools(fileId)} className={buttonStyle("secondary", "sm")}>
        <Wrench className="size-4" aria-hidden="true" />
        {text("image_tools")}
      </AppLink>
    </>
  );
}
