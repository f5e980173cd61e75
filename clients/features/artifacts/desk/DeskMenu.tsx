import { fileEndingOf } from "@ensemble/blocks/markdown/code-languages";
import { useHost } from "@ensemble/host/HostContext";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { showToast } from "@ensemble/ui/toasts/toast";
import { Copy, Download, Ellipsis, FileDown, Globe, Maximize2, Share2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { NotExported } from "../export/not-exported";
import { type ExportFormat, exportFormats, fileName, kindOf } from "../kinds";
import type { ArtifactDetail } from "../operations";
import { ARTIFACT_PLACES } from "../places";

const PublishDialog = lazy(() => import("./PublishDialog"));

/** What is done with an artifact: publish, copy, download, open on its own page, network access. */
export function DeskMenu({
  artifact,
  title,
  content,
  language,
  onHosts,
}: {
  artifact: ArtifactDetail | null;
  title: string;
  content: string | null;
  language: string;
  /** Lets the owner allow hosts; absent where nothing runs. */
  onHosts?: (hosts: readonly string[]) => void;
}) {
  const text = useText("artifacts");
  const host = useHost();
  const [publishing, setPublishing] = useState(false);
  const download = () =>
    host.saveFile(
      fileName(title, language, fileEndingOf(language)),
      new Blob([content ?? ""], { type: "text/plain;charset=utf-8" }),
    );
  const kind = kindOf(language);
  const hosts = artifact?.hosts_agreed ? artifact.hosts : [];
  const exportAs = async (format: ExportFormat) => {
    const failed = (description?: string) =>
      showToast({ title: text("export_failed"), description, kind: "danger" });
    try {
      const { exportArtifact } = await import("../export/export-artifact");
      const file = await exportArtifact(format, { kind, content: content ?? "", title, hosts });
      await host.saveFile(fileName(title, "text", format), file);
    } catch (error) {
      if (error instanceof NotExported) {
        failed(error.message);
        return;
      }
      console.warn("an artifact is not exported", error);
      failed();
    }
  };
  const copy = async () => {
    await host.copyText(content ?? "");
    showToast({ title: text("copied"), kind: "success" });
  };
  return (
    <>
      {artifact ? (
        <IconButton
          label={text("publish")}
          aria-haspopup="dialog"
          icon={<Share2 />}
          onClick={() => setPublishing(true)}
        />
      ) : null}
      <Menu trigger={<IconButton label={text("more")} icon={<Ellipsis />} />}>
        <MenuItem icon={<Copy />} disabled={content === null} onSelect={() => void copy()}>
          {text("copy_code")}
        </MenuItem>
        <MenuItem icon={<Download />} disabled={content === null} onSelect={() => void download()}>
          {text("download")}
        </MenuItem>
        {exportFormats(kind).map((format) => (
          <MenuItem
            key={format}
            icon={<FileDown />}
            disabled={content === null}
            onSelect={() => void exportAs(format)}
          >
            {text(`download_as.${format}`)}
          </MenuItem>
        ))}
        {artifact ? (
          <>
            <MenuSeparator />
            <MenuItem icon={<Maximize2 />} render={<AppLink to={ARTIFACT_PLACES.artifact(artifact.id)} />}>
              {text("open_page")}
            </MenuItem>
            {onHosts ? (
              <MenuItem icon={<Globe />} onSelect={() => onHosts([])}>
                {text("hosts")}
              </MenuItem>
            ) : null}
          </>
        ) : null}
      </Menu>
      {publishing && artifact ? (
        <Suspense>
          <PublishDialog artifact={artifact} onClose={() => setPublishing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
