import { useSession } from "@ensemble/blocks/session-queries";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { Tabs } from "@ensemble/ui/Tabs";
import { ClipboardCheck, Plus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { ResultList } from "./history/ResultList";
import { ExplorePowerups, OwnPowerups } from "./PowerupLists";
import { POWERUP_PLACES } from "./places";

/** /powerup-ai: PowerUPs of others, one's own, and favorites. */
export function PowerupsPage() {
  const text = useText("powerups");
  const { me } = useSession();
  const [tab, setTab] = useState<"explore" | "mine" | "favorites" | "history">("explore");
  const [typed, setTyped] = useState("");
  const words = useDeferredValue(typed.trim());
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="powerups">
      <title>{`${text("title")} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-5xl flex-col gap-4 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex flex-wrap items-center gap-3">
          <div className="min-w-60 flex-1">
            <h1 className="font-semibold text-xl">{text("title")}</h1>
            <p className="text-muted text-sm">{text("about")}</p>
          </div>
          {me?.role === "operator" ? (
            <AppLink to={POWERUP_PLACES.reviews} className={buttonStyle("secondary")}>
              <ClipboardCheck className="size-4" aria-hidden="true" />
              {text("reviews")}
            </AppLink>
          ) : null}
          <AppLink to={POWERUP_PLACES.create} className={buttonStyle("primary")}>
            <Plus className="size-4" aria-hidden="true" />
            {text("new")}
          </AppLink>
        </header>
        {tab === "history" ? null : (
          <div className="flex max-w-md">
            <SearchField
              label={text("search")}
              clearLabel={text("clear")}
              value={typed}
              onChange={setTyped}
            />
          </div>
        )}
        <Tabs
          label={text("title")}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: "explore", label: text("tab_explore"), panel: <ExplorePowerups words={words} /> },
            { value: "mine", label: text("tab_mine"), panel: <OwnPowerups of="mine" words={words} /> },
            {
              value: "favorites",
              label: text("tab_favorites"),
              panel: <OwnPowerups of="favorites" words={words} />,
            },
            { value: "history", label: text("history"), panel: <ResultList powerupId={null} /> },
          ]}
        />
      </div>
    </div>
  );
}
