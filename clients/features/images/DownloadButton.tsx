import type { Image } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import type { ButtonKind } from "@ensemble/ui/button-styles";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { downloadName } from "./download-name";
import { readPicture } from "./editing/run-task";

/** Downloads an image under a name that says what it is. */
export function DownloadButton({
  image,
  title,
  kind = "secondary",
}: {
  image: Image;
  title: string;
  kind?: ButtonKind;
}) {
  const text = useText("images");
  const { saveFile } = useHost();
  const download = useMutation({
    mutationFn: async () => saveFile(downloadName(title, image), await readPicture(image.file_id)),
  });
  return (
    <Button
      size="sm"
      kind={kind}
      busy={download.isPending}
      icon={<Download className="size-4" aria-hidden="true" />}
      onClick={() => download.mutate()}
    >
      {text("download")}
    </Button>
  );
}
