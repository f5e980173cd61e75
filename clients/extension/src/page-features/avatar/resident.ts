import { takesHtml } from "../../page/node-kinds";
import type { ResidentFeature } from "../feature";
import { ground, markButton } from "../mark-button";
import { type AvatarOptions, readAvatarOptions } from "./options";

export const AVATAR_PX = 36;

/**
 * Pointer press on the avatar, passed to the interface half, which handles the drag. Both halves share one
 * JavaScript world.
 */
export interface AvatarPress {
  host: HTMLElement;
  button: HTMLElement;
}

/**
 * Draws a small draggable button at the side of a page that opens a menu. Drawn without the interface, so
 * that a page where nobody clicks it carries nothing else.
 */
export const avatarResident: ResidentFeature = {
  id: "avatar",
  heeds: ({ direction }) => direction,
  watch(page) {
    const { signal, config } = page;
    const root = document.documentElement;
    // A frame within a page gets none, nor does an image or a feed.
    if (window.top !== window || !takesHtml(document)) return;
    const host = document.createElement("ensemble-layer");
    const button = markButton(
      {
        size: AVATAR_PX,
        radius: 11,
        view: 32,
        paths: ["M8 20.500a8 8 0 0 1 16 0", "M12.500 20.500a3.500 3.500 0 0 1 7 0"],
      },
      "padding:0;opacity:.8;touch-action:none",
    );
    button.ariaHasPopup = "menu";
    host.attachShadow({ mode: "closed" }).append(button);
    putAvatar(host, readAvatarOptions(config.options.avatar), config.direction);
    root.append(host);
    button.addEventListener("pointerdown", (event) => {
      if (!event.isTrusted || event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      page.call("avatar", "press", { host, button } satisfies AvatarPress);
    });
    button.addEventListener("click", (event) => {
      if (event.isTrusted) page.call("avatar", "menu", button.getBoundingClientRect());
    });
    addEventListener("beforeprint", () => host.remove(), { signal });
    addEventListener("afterprint", () => root.append(host), { signal });
    signal.addEventListener("abort", () => host.remove());
  },
};

/** Positions the avatar for any window size. */
export function putAvatar(
  host: HTMLElement,
  { side, height }: AvatarOptions,
  direction: "ltr" | "rtl",
): void {
  const edge = (side === "start") === (direction === "ltr") ? "left" : "right";
  host.style.cssText = ground(`${edge}:6px`, `top:calc(${height}*(100vh - ${AVATAR_PX}px))`);
}
