import { type Chat, nextPlace } from "../chat";
import { referencesAt } from "../references/references";

/**
 * Switches temporary mode for the next conversation. What was just written goes along; a draft that came back from an earlier page
 * stays where it was, so that nothing old is sent with a temporary chat.
 */
export function switchTemporary({ account, drafts, attachments, temporary }: Chat): void {
  const { next } = temporary.getState();
  const [from, to] = [nextPlace(account, next), nextPlace(account, !next)];
  const isFree =
    drafts.read(to) === "" && drafts.read(referencesAt(to)) === "" && attachments.read(to).length === 0;
  if (isFree && !drafts.isRestored(from)) {
    for (const place of [(at: string) => at, referencesAt]) {
      const text = drafts.read(place(from));
      const isOwn = drafts.isOwn(place(from), text);
      if (text !== "") drafts.write(place(to), text, isOwn ? undefined : text);
      drafts.write(place(from), "");
    }
    attachments.move(from, to);
  }
  temporary.setState({ next: !next });
}
