import { dayAndTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { CloudOff } from "lucide-react";

/** Notice that an offline copy is shown, with its time. */
export function OfflineCopyNotice({ keptAt }: { keptAt: string }) {
  const text = useText("chat");
  const { locale } = useLocale();
  return (
    <p role="status" className="flex items-center gap-2 rounded-md bg-info-soft px-3 py-2 text-info text-sm">
      <CloudOff className="size-4 flex-none" aria-hidden="true" />
      {text("offline_copy", { time: dayAndTime(keptAt, locale) })}
    </p>
  );
}
