import { createContext } from "react";

/** Place in the window, in pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Area of the page whose menu also opens by a right click, or by the key for it, where the pointer is. */
export interface MenuArea {
  /** Place at which its menu is open; null: it is not, or by its button. */
  point: Point | null;
  close: () => void;
}

/** Area around a menu. */
export const MenuAreaContext = createContext<MenuArea | null>(null);
