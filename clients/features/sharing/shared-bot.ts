/** A shared bot, as the server's area `bots` writes it. */
export interface SharedBot {
  bot_id: string;
  welcome: string;
  /** What a copy is made of; null: its author keeps it. */
  recipe: { prompt: string; model: string | null } | null;
}
