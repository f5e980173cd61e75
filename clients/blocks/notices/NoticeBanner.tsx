import type { ServerNotice } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { dayAndTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import clsx from "clsx";
import { Construction, Megaphone, X } from "lucide-react";
import { Suspense, useState } from "react";
import { isClosed, isClosing, isOn } from "./notice-queries";
import { useNotice } from "./use-notice";

const DISMISSED = "notice.dismissed";

/** Shows the operator's notice above the page. A notice can be dismissed, unless the server is closed. */
export function NoticeBanner() {
  const { storage } = useHost();
  const { notice, now } = useNotice();
  const [dismissed, setDismissed] = useState(() => storage.get(DISMISSED));
  const mark = notice ? `${notice.level} ${notice.changed_at}` : null;
  const closing = notice !== null && isClosing(notice, now);
  const shown = notice && (isOn(notice, now) || closing) && dismissed !== mark ? notice : null;
  return (
    <div role="status">
      {shown ? (
        <Banner
          notice={shown}
          closed={isClosed(shown, now)}
          onDismiss={() => {
            storage.set(DISMISSED, mark ?? "");
            setDismissed(mark);
          }}
        />
      ) : null}
    </div>
  );
}

interface BannerProps {
  notice: ServerNotice;
  closed: boolean;
  onDismiss?: () => void;
}

/**
 * Renders a notice; without `onDismiss` it cannot be dismissed. Its texts load with it, without hiding the
 * page.
 */
export function Banner(props: BannerProps) {
  return (
    <Suspense>
      <Lines {...props} />
    </Suspense>
  );
}

function Lines({ notice, closed, onDismiss }: BannerProps) {
  const text = useText("notice");
  const { locale } = useLocale();
  const Icon = notice.level === "closed" ? Construction : Megaphone;
  const time = (value: string) => dayAndTime(value, locale);
  const { starts_at, ends_at } = notice;
  const said = closed
    ? [text("closed"), ends_at ? text("until", { time: time(ends_at) }) : null]
    : notice.level === "closed" && starts_at
      ? [
          ends_at
            ? text("closing_until", { from: time(starts_at), until: time(ends_at) })
            : text("closing", { from: time(starts_at) }),
        ]
      : [];
  return (
    <div
      className={clsx(
        "flex items-start justify-center gap-2.5 px-4 py-2 text-sm",
        notice.level === "closed" ? "bg-warning-soft" : "bg-info-soft",
      )}
    >
      <Icon
        className={clsx("mt-0.5 size-4 flex-none", notice.level === "closed" ? "text-warning" : "text-info")}
        aria-hidden="true"
      />
      <div className="min-w-0 max-w-3xl">
        {said.filter(Boolean).map((line, index) => (
          <p key={line} className={index === 0 ? "font-medium" : undefined}>
            {line}
          </p>
        ))}
        {notice.text ? (
          <p dir="auto" className="max-h-24 overflow-y-auto whitespace-pre-wrap break-words">
            {notice.text}
          </p>
        ) : null}
      </div>
      {onDismiss && !closed ? (
        <span className="-my-1">
          <IconButton size="sm" label={text("dismiss")} icon={<X />} onClick={onDismiss} />
        </span>
      ) : null}
    </div>
  );
}
