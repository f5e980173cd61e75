import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Outlet } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { Suspense } from "react";
import { Waiting } from "../pages/Waiting";
import { panelAt } from "./settings-index";

export { loadPanels } from "./settings-index";

/** Frame of a settings page: its name and, on narrow screens, a link to the list. */
export function SettingsPage() {
  const text = useText("frame");
  const { path } = useNavigation();
  const panel = panelAt(path);
  const name = text(panel?.label ?? "settings");
  return (
    // Positions screen reader text inside this element, or the whole page would scroll.
    <div className="relative flex-1 overflow-y-auto" data-scroll-restoration-id="settings">
      <title>{`${name} · ${text("product")}`}</title>
      <header className="sticky top-0 z-10 flex h-13 items-center gap-1 bg-surface/90 px-2 backdrop-blur lg:hidden">
        <AppLink
          to="/settings"
          aria-label={text("all_settings")}
          className="flex size-11 items-center justify-center rounded-md text-muted"
        >
          <ChevronLeft className="size-5 rtl:-scale-x-100" />
        </AppLink>
        <span className="font-semibold">{name}</span>
      </header>
      <div className="mx-auto flex max-w-2xl flex-col gap-8 px-4 pt-2 pb-16 sm:px-8 lg:pt-10">
        <h1 className="font-semibold text-xl max-lg:sr-only">{name}</h1>
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}
