import type { QuickAction } from "@ensemble/contract/wire";
import { ACTION_ICONS } from "@ensemble/feature-prompts/action-icons";
import { BookmarkPlus, Ellipsis, EyeOff, MessageCircleQuestion, Power, Settings2, Zap } from "lucide-react";
import { type MouseEvent, useEffect, useState } from "react";
import { readMemoOptions } from "../../memos/options";
import { CopyButton } from "../../page-interface/CopyButton";
import { Floating } from "../../page-interface/Floating";
import { PageButton } from "../../page-interface/PageButton";
import { PageMenu, PageMenuItem } from "../../page-interface/PageMenu";
import { pageText } from "../../page-interface/page-text";
import { PowerupMenu, usePowerups } from "../../powerups/PowerupMenu";
import { askFromPage } from "../ask";
import type { InterfacePage } from "../feature";
import type { Marked } from "./marked";

/** spec §5: "at most 6 pinned actions" */
const PINNED_MAX = 6;
/** Maximum number of actions with labels. */
const NAMED_MAX = 3;
const NAMED_MIN_PX = 560;

/** Shows the actions for selected text: the pinned actions, a free question, and more. */
export function Toolbar({
  page,
  marked,
  onAsk,
  onKeep,
  onClose,
}: {
  page: InterfacePage;
  marked: Marked;
  onAsk: (action: QuickAction | null) => void;
  /** Saves it as a memo. */
  onKeep: () => void;
  onClose: () => void;
}) {
  const text = pageText("page");
  const [actions, setActions] = useState<readonly QuickAction[]>([]);
  const [open, setOpen] = useState<"more" | "powerups" | null>(null);
  const powerups = usePowerups(page);
  const toggle = (wanted: "more" | "powerups") => setOpen(open === wanted ? null : wanted);
  useEffect(() => {
    // Signed out or offline, the free question remains, and explains what is wrong.
    if (page.config.signedIn) void askFromPage("page→background: actions").then(setActions, () => undefined);
  }, [page]);
  const pinned = actions.filter((action) => action.pinned).slice(0, PINNED_MAX);
  const isNamed = pinned.length <= NAMED_MAX && innerWidth >= NAMED_MIN_PX;
  const others = actions.filter((action) => !pinned.includes(action));
  const switchOff = (where: "site" | "everywhere") => {
    onClose();
    void askFromPage("page→background: switch off", { feature: "toolbar", where });
  };
  return (
    <Floating
      anchor={marked.box}
      role={open ? "dialog" : "toolbar"}
      label={text("toolbar")}
      onEscape={onClose}
      className="animate-none"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps what is marked on the page marked */}
      <div className="flex flex-wrap items-center gap-0.5 p-1" onMouseDown={keepMarked}>
        <PageButton
          label={text("ask")}
          icon={<MessageCircleQuestion />}
          named={isNamed}
          onClick={() => onAsk(null)}
        />
        {pinned.map((action) => {
          const Icon = ACTION_ICONS[action.icon] ?? ACTION_ICONS.zap;
          return (
            <PageButton
              key={action.id}
              label={action.name}
              icon={<Icon />}
              named={isNamed}
              onClick={() => onAsk(action)}
            />
          );
        })}
        <CopyButton text={marked.text} onCopied={onClose} />
        {powerups.length > 0 ? (
          <PageButton
            label={text("powerups")}
            icon={<Zap />}
            aria-expanded={open === "powerups"}
            onClick={() => toggle("powerups")}
          />
        ) : null}
        <PageButton
          label={text("more")}
          icon={<Ellipsis />}
          aria-expanded={open === "more"}
          onClick={() => toggle("more")}
        />
      </div>
      {open === "powerups" ? <PowerupMenu powerups={powerups} onClose={onClose} /> : null}
      {open === "more" ? (
        <div role="menu" aria-label={text("more")} className="max-h-72 overflow-y-auto border-line border-t">
          <PageMenu>
            {others.map((action) => {
              const Icon = ACTION_ICONS[action.icon] ?? ACTION_ICONS.zap;
              return (
                <PageMenuItem key={action.id} icon={<Icon />} onSelect={() => onAsk(action)}>
                  {action.name}
                </PageMenuItem>
              );
            })}
            {page.config.signedIn && readMemoOptions(page.config.options.selection).memo ? (
              <PageMenuItem icon={<BookmarkPlus />} onSelect={onKeep}>
                {text("keep")}
              </PageMenuItem>
            ) : null}
            <PageMenuItem icon={<EyeOff />} quiet onSelect={() => switchOff("site")}>
              {text("off_here", { host: location.hostname })}
            </PageMenuItem>
            <PageMenuItem icon={<Power />} quiet onSelect={() => switchOff("everywhere")}>
              {text("off_everywhere")}
            </PageMenuItem>
            <PageMenuItem
              icon={<Settings2 />}
              quiet
              onSelect={() => {
                onClose();
                void askFromPage("page→background: open settings");
              }}
            >
              {text("settings")}
            </PageMenuItem>
          </PageMenu>
        </div>
      ) : null}
    </Floating>
  );
}

/** Prevents a click on the toolbar from clearing the selection. */
const keepMarked = (event: MouseEvent) => event.preventDefault();
