import type { SendStep } from "@ensemble/blocks/composer-plugs";
import { attachmentsOf } from "@ensemble/feature-chat/attachments/attachments";
import { fileName, type PageText, pageFile } from "../../page/page-text";
import { carryPage } from "../background-fetch";
import { markSent, usePage } from "./page-store";
import { askForSite } from "./receipts";

/**
 * Attaches the page as a file before a message is sent. The first time for a site, the person must approve
 * it. If declined, the message stays in its field.
 */
export const sendPageFirst: SendStep = async ({ place, host }) => {
  const { page: state } = usePage.getState();
  if (state.kind !== "ready") return true;
  const { page } = state;
  if (!(await askForSite(page))) return false;
  const isThere = await attach(attachmentsOf(host), place, page);
  if (isThere) markSent(page);
  return isThere;
};

/** Uploads the text and waits until the server has parsed it. Errors show at the file. */
function attach(
  attachments: ReturnType<typeof attachmentsOf>,
  place: string,
  page: PageText,
): Promise<boolean> {
  const before = new Set(attachments.read(place).map(({ file_id }) => file_id));
  const tooMany = attachments.add(place, [
    new File([pageFile(page)], fileName(page), { type: "text/plain" }),
  ]);
  if (tooMany > 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    const find = () => attachments.read(place).find(({ file_id }) => !before.has(file_id));
    const { host, title, words, isPrivate } = page;
    // Each of its chunks is sent there.
    carryPage(`/api/documents/files/${find()?.file_id}`, { host, title, words, isPrivate });
    const look = () => {
      const mine = find();
      const state = mine?.state ?? "failed";
      if (state === "sending" || state === "reading") return;
      stop();
      resolve(state === "ready");
    };
    const stop = attachments.places.subscribe(look);
    look();
  });
}
