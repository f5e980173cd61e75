import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { Tabs } from "@ensemble/ui/Tabs";
import { Plus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { BotDialog } from "./BotDialog";
import { ExploreBots } from "./ExploreBots";
import { MyBots } from "./MyBots";
import { BOT_PLACES } from "./places";

/** All bots, with one of them opened above where the address names it. */
export const BotsScreen = ({ uid }: { uid?: string }) => <BotsPage botId={uid} />;

/** Page with public bots to find and one's own to manage. With `botId`, opens that bot's details. */
export function BotsPage({ botId }: { botId?: string }) {
  const text = useText("bots");
  const { navigate } = useNavigation();
  const [tab, setTab] = useState<"explore" | "mine">("explore");
  const [typed, setTyped] = useState("");
  const words = useDeferredValue(typed.trim());
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="bots">
      <title>{`${text("bots")} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-5xl flex-col gap-4 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex flex-wrap items-center gap-3">
          <h1 className="min-w-0 flex-1 font-semibold text-xl">{text("bots")}</h1>
          <AppLink to={BOT_PLACES.create} className={buttonStyle("primary")}>
            <Plus className="size-4" aria-hidden="true" />
            {text("create_bot")}
          </AppLink>
        </header>
        <div className="flex max-w-md">
          <SearchField
            label={text("search_bots")}
            clearLabel={text("clear")}
            value={typed}
            onChange={setTyped}
          />
        </div>
        <Tabs
          label={text("bots")}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: "explore",
              label: text("tab_explore"),
              panel: <ExploreBots words={words} />,
            },
            { value: "mine", label: text("tab_mine"), panel: <MyBots words={words} /> },
          ]}
        />
      </div>
      {botId ? <BotDialog botId={botId} onClose={() => navigate(BOT_PLACES.all)} /> : null}
    </div>
  );
}
