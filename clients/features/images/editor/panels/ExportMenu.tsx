import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Menu, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { Download } from "lucide-react";
import { exportPicture, FORMATS, maskPicture, maskToRemake } from "../draw/export-picture";
import { useEditor } from "../store/use-editor";

/** Downloads of the picture in full size, and of the mask that marks what is to be made anew. */
export function ExportMenu({ onFail }: { onFail: (error: unknown) => void }) {
  const text = useText("images");
  const editor = useEditor();
  const host = useHost();
  const download = async (name: string, file: Promise<Blob>) => {
    await host.saveFile(name, await file);
    editor.say("exported");
  };
  const downloadMask = async () => {
    const mask = await maskToRemake(editor.document, editor.assets);
    if (mask) await download(`${text("editor.mask_file")}.png`, maskPicture(mask));
    else editor.say("no_mask");
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download className="size-4" aria-hidden="true" />}>{text("editor.export")}</Button>
      }
    >
      {FORMATS.map((format) => (
        <MenuItem
          key={format}
          onSelect={() =>
            void download(
              `${text("editor.picture_file")}.${format === "jpeg" ? "jpg" : format}`,
              exportPicture(editor.document, editor.assets, format),
            ).catch(onFail)
          }
        >
          {text(`editor.format.${format}`)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => void downloadMask().catch(onFail)}>{text("editor.export_mask")}</MenuItem>
    </Menu>
  );
}
