import { useText } from "@ensemble/i18n/text";
import { useEffect, useEffectEvent, useState } from "react";
import type { LayerNames } from "./store/editor";
import { type EditorSource, type Opened, openEditor } from "./store/open-editor";

/** Opens a document while its component is mounted, and writes it when the page is left. */
export function useOpened(key: string, source: EditorSource): { opened: Opened | null; error: unknown } {
  const names = useLayerNames();
  const [state, setState] = useState<{ opened: Opened | null; error: unknown }>({
    opened: null,
    error: null,
  });
  const open = useEffectEvent(() => openEditor(key, source, names));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key or picture is another document.
  useEffect(() => {
    let closed = false;
    let current: Opened | null = null;
    const flushClosing = () => current?.autosave?.flushClosing();
    const flushHidden = () => document.visibilityState === "hidden" && void current?.autosave?.flush();
    open().then(
      (opened) => {
        if (closed) return void opened.close();
        current = opened;
        setState({ opened, error: null });
      },
      (error: unknown) => closed || setState({ opened: null, error }),
    );
    addEventListener("pagehide", flushClosing);
    document.addEventListener("visibilitychange", flushHidden);
    return () => {
      closed = true;
      removeEventListener("pagehide", flushClosing);
      document.removeEventListener("visibilitychange", flushHidden);
      current?.close().catch((error: unknown) => console.warn("the picture was not kept", error));
      setState({ opened: null, error: null });
    };
  }, [key, source]);
  return state;
}

function useLayerNames(): LayerNames {
  const text = useText("images");
  return {
    picture: text("editor.kind.picture"),
    paint: text("editor.kind.paint"),
    text: text("editor.kind.text"),
    shape: text("editor.kind.shape"),
    adjustment: text("editor.kind.adjustment"),
    copyOf: (name) => text("editor.copy_of", { name }),
  };
}
