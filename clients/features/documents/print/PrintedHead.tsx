import { day } from "@ensemble/i18n/formats";
import { useLocale } from "@ensemble/i18n/text";
import type { ReactNode } from "react";

/** Header of a printed page: title and subject. */
export function PrintedHead({
  kind,
  title,
  about,
  address,
  children,
}: {
  kind: string;
  title: string;
  about: string;
  address?: string | null;
  children?: ReactNode;
}) {
  const { locale } = useLocale();
  return (
    <header className="flex flex-col gap-2 border-line border-b pb-6">
      <p className="text-muted text-sm">{kind}</p>
      <h1 className="plain-start text-balance font-semibold text-2xl [overflow-wrap:anywhere]">{title}</h1>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-muted text-sm">
        <bdi className="font-medium text-ink [overflow-wrap:anywhere]">{about}</bdi>
        <span>{day(new Date().toISOString(), locale)}</span>
      </p>
      {address ? (
        <p dir="ltr" className="text-start text-faint text-xs [overflow-wrap:anywhere]">
          {address}
        </p>
      ) : null}
      {children}
    </header>
  );
}
