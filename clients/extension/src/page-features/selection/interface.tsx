import { keepMarked } from "../../memos/keep";
import { focusedField, selectedRange } from "../../page/selection";
import { insideLayer, type Layer, openLayer } from "../../page-interface/layer";
import type { Box } from "../../page-interface/near";
import type { InterfaceFeature, InterfacePage } from "../feature";
import { type Marked, readMarked } from "./marked";
import { QuickPanel, type QuickRequest } from "./QuickPanel";
import { Toolbar } from "./Toolbar";

/** Selection toolbar and quick panel. */
export const selectionInterface: InterfaceFeature = {
  id: "selection",
  start(page) {
    let toolbar: Layer | null = null;
    let panel: Layer | null = null;
    let note: Layer | null = null;
    const closeToolbar = () => {
      toolbar?.close();
      toolbar = null;
    };
    const closePanel = () => {
      panel?.close();
      panel = null;
    };
    const openPanel = (asked: QuickRequest) => {
      const back = document.activeElement;
      closeToolbar();
      closePanel();
      panel = openLayer(page);
      const close = () => {
        closePanel();
        if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
      };
      panel.render(
        <QuickPanel page={page} asked={asked} anchor={asked.marked?.box ?? middle()} onClose={close} />,
      );
    };
    /** Focuses an open panel instead of replacing it, so that typed text stays. */
    const askAbout = (marked: Marked | null) => {
      if (panel && !marked) panel.root.querySelector<HTMLElement>("textarea, [role=log]")?.focus();
      else openPanel({ marked, action: null });
    };
    const keep = async (marked: Marked) => {
      closeToolbar();
      note?.close();
      note = await keepMarked(page, marked);
    };
    closeWhenLeft(page, closeToolbar);
    return (what) => {
      const marked = readMarked();
      if (what === "show" && marked && !panel) {
        closeToolbar();
        toolbar = openLayer(page);
        toolbar.render(
          <Toolbar
            page={page}
            marked={marked}
            onAsk={(action) => openPanel({ marked, action })}
            onKeep={() => void keep(marked)}
            onClose={closeToolbar}
          />,
        );
      }
      if (what === "keep" && marked) void keep(marked);
      if (what === "ask") askAbout(marked);
    };
  },
};

const middle = (): Box => ({ left: innerWidth / 2 - 200, top: innerHeight / 4, width: 400, height: 0 });

/** Closes the toolbar when its selection is gone. */
function closeWhenLeft(page: InterfacePage, close: () => void): void {
  const { signal } = page;
  const left = (event: Event) => {
    if (!insideLayer(event)) close();
  };
  document.addEventListener("mousedown", left, { signal, capture: true, passive: true });
  document.addEventListener("scroll", close, { signal, capture: true, passive: true });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") close();
    },
    { signal, capture: true },
  );
  document.addEventListener(
    "selectionchange",
    () => {
      if (!focusedField(document) && !selectedRange(document)) close();
    },
    { signal },
  );
  addEventListener("resize", close, { signal, passive: true });
}
