import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { OneLine } from "@ensemble/blocks/OneLine";
import { useText } from "@ensemble/i18n/text";
import { scrim } from "@ensemble/ui/dialogs/Dialog";
import { Kbd } from "@ensemble/ui/Kbd";
import { Search } from "lucide-react";
import { useDeferredValue, useEffect, useEffectEvent, useState } from "react";
import { setPaletteOpen } from "../frame/frame-store";
import { focusedBefore, isEntered, isTyping, takeTyped } from "./type-ahead";
import { type PaletteEntry, type PaletteGroup, usePaletteGroups } from "./use-palette-groups";

/** Takes the focus as soon as there is the field, not only when the dialog has appeared. */
const focusAtOnce = (field: HTMLInputElement | null) => {
  if (isTyping()) field?.focus();
};

/** Command palette: finds conversations, settings and actions. */
export function Palette() {
  const text = useText("frame");
  const [words, setWords] = useState("");
  /** Words behind which Enter was pressed before the palette had loaded. */
  const [entered, setEntered] = useState<string | null>(null);
  const searched = useDeferredValue(words);
  const { groups, searching } = usePaletteGroups(searched);
  const choose = (entry: PaletteEntry) => {
    setPaletteOpen(false);
    entry.run();
  };
  const first = entered !== null && entered === words && words === searched ? groups[0]?.items[0] : undefined;
  const chooseFirst = useEffectEvent(choose);
  useEffect(() => {
    if (first) chooseFirst(first);
  }, [first]);
  return (
    <Dialog.Root open onOpenChange={(open) => setPaletteOpen(open)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={scrim} />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center sm:p-6 sm:pt-[14vh]">
          <Dialog.Popup
            finalFocus={() => focusedBefore() ?? true}
            aria-label={text("palette")}
            className="flex max-h-dvh w-full flex-col overflow-hidden bg-raised shadow-float transition-[opacity,scale] duration-[120ms] data-ending-style:opacity-0 data-starting-style:scale-[0.985] data-starting-style:opacity-0 max-sm:h-[calc(100dvh-var(--keyboard,0px))] max-sm:pt-[env(safe-area-inset-top)] sm:max-h-[min(31rem,70vh)] sm:w-[38rem] sm:rounded-lg"
          >
            <Autocomplete.Root
              open
              inline
              items={groups}
              mode="none"
              autoHighlight="always"
              keepHighlight
              value={words}
              onValueChange={setWords}
              itemToStringValue={(entry: PaletteEntry) => entry.label}
            >
              <div className="flex items-center gap-3 border-line border-b ps-4 pe-2">
                <Search className="size-4 text-faint" aria-hidden="true" />
                <Autocomplete.Input
                  ref={focusAtOnce}
                  onFocus={() => {
                    const typed = takeTyped();
                    if (!typed) return;
                    setWords(typed);
                    if (isEntered()) setEntered(typed);
                  }}
                  aria-label={text("palette")}
                  placeholder={text("palette_placeholder")}
                  className="h-13 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
                />
                <Dialog.Close className="rounded-sm px-2 py-1 text-muted text-sm hover:bg-hover touch:min-w-11 touch:py-3">
                  <span className="sm:hidden">{text("cancel")}</span>
                  <span className="max-sm:hidden">
                    <span className="sr-only">{text("cancel")}</span>
                    <Kbd keys="escape" />
                  </span>
                </Dialog.Close>
              </div>
              <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5">
                <Autocomplete.Empty className="px-3 py-8 text-center text-muted text-sm empty:hidden">
                  {searching ? text("searching") : text("nothing_found", { words })}
                </Autocomplete.Empty>
                <Autocomplete.List>
                  {(group: PaletteGroup) => (
                    <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
                      <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-faint text-xs">
                        {group.label}
                      </Autocomplete.GroupLabel>
                      <Autocomplete.Collection>
                        {(entry: PaletteEntry) => (
                          <Autocomplete.Item
                            key={entry.id}
                            value={entry}
                            onClick={() => choose(entry)}
                            className="flex min-h-9 cursor-default select-none items-center gap-3 rounded-sm px-2.5 py-1 text-sm outline-none data-highlighted:bg-hover touch:min-h-12"
                          >
                            <entry.icon className="size-4 text-muted" aria-hidden="true" />
                            <span className="min-w-0 flex-1">
                              <OneLine>{entry.label}</OneLine>
                            </span>
                            {entry.detail ? (
                              <span className="max-w-[45%] text-faint text-xs">
                                <OneLine>{entry.detail}</OneLine>
                              </span>
                            ) : null}
                            {entry.keys ? (
                              <span className="touch:hidden">
                                <Kbd keys={entry.keys} />
                              </span>
                            ) : null}
                          </Autocomplete.Item>
                        )}
                      </Autocomplete.Collection>
                    </Autocomplete.Group>
                  )}
                </Autocomplete.List>
              </div>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
