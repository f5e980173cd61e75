import { api } from "@ensemble/contract/api";
import type { Memo } from "@ensemble/contract/wire";
import { memoOf } from "../../memos/memo";
import { readMemoOptions } from "../../memos/options";
import type { PageText } from "../../page/page-text";
import { askBackground } from "../ask-background";
import { carryOnce } from "../background-fetch";
import { askForSite } from "./receipts";

/** Saves the page beside the panel as a memo, as shown to the person. Null: they declined. */
export async function keepPage(page: PageText): Promise<Memo | null> {
  if (!(await askForSite(page))) return null;
  const { options } = await askBackground("panel→background: page settings");
  const { host, title, words, isPrivate } = page;
  return carryOnce("/api/memos", { host, title, words, isPrivate }, () =>
    api.post("/api/memos", {
      body: memoOf({
        kind: page.kind === "selection" ? "highlight" : "reading",
        title: page.title,
        text: page.text,
        address: page.address,
        tag: readMemoOptions(options.selection).memoTag,
      }),
    }),
  );
}
