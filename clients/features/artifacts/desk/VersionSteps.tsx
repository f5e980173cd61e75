import { dayAndTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuChoice } from "@ensemble/ui/popups/Menu";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ArtifactVersion } from "../operations";

/** Steps through the versions of an artifact, and lists them. */
export function VersionSteps({
  versions,
  shown,
  onVersion,
}: {
  /** Newest first. */
  versions: readonly ArtifactVersion[];
  shown: number;
  onVersion: (number: number) => void;
}) {
  const text = useText("artifacts");
  const { locale } = useLocale();
  const at = versions.findIndex(({ number }) => number === shown);
  const older = versions[at + 1];
  const newer = at > 0 ? versions[at - 1] : undefined;
  if (versions.length < 2) return null;
  return (
    <div className="flex items-center">
      <IconButton
        size="sm"
        label={text("older")}
        icon={<ChevronLeft className="rtl:-scale-x-100" />}
        disabled={!older}
        onClick={() => older && onVersion(older.number)}
      />
      <Menu
        trigger={
          <Button size="sm" kind="ghost">
            {text("version", { number: shown })}
          </Button>
        }
      >
        <MenuChoice
          label={text("versions")}
          value={`${shown}`}
          options={versions.map(({ number, source, created_at }) => ({
            value: `${number}`,
            label: text("version_facts", {
              number,
              source: text(`sources.${source}`),
              time: dayAndTime(created_at, locale),
            }),
          }))}
          onChange={(number) => onVersion(Number(number))}
        />
      </Menu>
      <IconButton
        size="sm"
        label={text("newer")}
        icon={<ChevronRight className="rtl:-scale-x-100" />}
        disabled={!newer}
        onClick={() => newer && onVersion(newer.number)}
      />
    </div>
  );
}
