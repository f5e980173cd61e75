/** A PowerUP as pages and menus name it. */
export interface OfferedPowerup {
  id: string;
  name: string;
  icon: string;
}

/** Messages about PowerUPs that a page can send. */
export interface PowerupMessages {
  /** Returns the person's PowerUPs that run on this page. */
  "page→background: powerups"(): readonly OfferedPowerup[];
  /** Opens the panel beside this page at one of them. */
  "page→background: open powerup"(request: { id: string }): null;
}
