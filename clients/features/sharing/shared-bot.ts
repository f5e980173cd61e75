/** A shared bot, as the server's area `bots` writes it. */
export interface SharedBot {
  bot_id: string;
  welcome: string;
  /** Content for a copy; null: its author does not allow copies. */
  recipe: { prompt: string; model: string | null } | null;
}
