/** Shared bot as written by the server's area `bots`. */
export interface SharedBot {
  bot_id: string;
  welcome: string;
  /** Absent on pages of earlier versions. */
  starters?: string[];
  /** Content for a copy; null: its author does not allow copies. */
  recipe: { prompt: string; model: string | null } | null;
}
