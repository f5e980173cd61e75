import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import type { ReactNode } from "react";
import { ARTIFACT_PLACES } from "../places";

/** Head of the pages with one's own artifacts and with those of the gallery. */
export function PageHead({ page, children }: { page: "own" | "gallery"; children?: ReactNode }) {
  const text = useText("artifacts");
  const pages = [
    { key: "own", to: ARTIFACT_PLACES.artifacts, label: text("own") },
    { key: "gallery", to: ARTIFACT_PLACES.gallery, label: text("gallery") },
  ];
  return (
    <>
      <header className="flex items-center gap-2">
        <h1 className="min-w-0 flex-1 truncate font-semibold text-xl">{text("title")}</h1>
        {children}
      </header>
      <nav aria-label={text("title")} className="flex gap-1 border-line border-b">
        {pages.map(({ key, to, label }) => (
          <AppLink
            key={key}
            to={to}
            aria-current={key === page ? "page" : undefined}
            className="-mb-px flex h-9 items-center border-transparent border-b-2 px-3 font-medium text-muted text-sm hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink touch:h-11"
          >
            {label}
          </AppLink>
        ))}
      </nav>
    </>
  );
}
