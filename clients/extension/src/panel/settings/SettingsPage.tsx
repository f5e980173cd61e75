import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Suspense } from "react";
import { PANEL_SETTINGS } from "../places";
import { allPanels } from "./panels";

/** Settings of the extension: a list of pages, or one of them. */
export function SettingsPage({ panel }: { panel?: string }) {
  const shown = allPanels().find(({ id }) => id === panel);
  const text = useText("extension");
  const common = useText("common");
  if (!shown) return <PanelList />;
  return (
    <div className="flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-xl flex-col gap-6 px-4 py-4">
        <div className="flex items-center gap-1">
          <AppLink
            to={PANEL_SETTINGS}
            aria-label={text("settings_back")}
            className="-ms-2 inline-flex size-9 flex-none items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink touch:size-11"
          >
            <ChevronLeft className="size-5 rtl:rotate-180" aria-hidden="true" />
          </AppLink>
          <h1 className="font-semibold text-xl">{text(shown.label)}</h1>
        </div>
        <Suspense fallback={<SkeletonLines count={4} label={common("loading")} />}>
          <shown.Content />
        </Suspense>
      </div>
    </div>
  );
}

function PanelList() {
  const text = useText("extension");
  return (
    <div className="flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-xl flex-col gap-4 px-4 py-4">
        <h1 className="font-semibold text-xl">{text("settings_title")}</h1>
        <ul className="divide-y divide-line rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]">
          {allPanels().map(({ id, label, icon: Icon }) => (
            <li key={id}>
              <AppLink
                to={`${PANEL_SETTINGS}/${id}`}
                className="flex min-h-11 items-center gap-3 px-4 text-sm outline-offset-[-2px] hover:bg-hover"
              >
                <Icon className="size-4.5 flex-none text-muted" aria-hidden="true" />
                <span className="min-w-0 flex-1">{text(label)}</span>
                <ChevronRight className="size-4 flex-none text-faint rtl:rotate-180" aria-hidden="true" />
              </AppLink>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
