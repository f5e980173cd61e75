import { api } from "@ensemble/contract/api";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { KeyValueStore } from "@ensemble/host/host";
import { fullNumber } from "@ensemble/i18n/formats";
import { problemText } from "@ensemble/i18n/problem-text";
import { currentLocale, findText, loadTexts } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { INVITE_CODE } from "./invite-code";

export const keepCode = (storage: KeyValueStore, code: string) => storage.set(INVITE_CODE, code);

/**
 * Reports the invitation that this person came through, once, and says what it brings them, or why nothing. A
 * rejection is final; network errors are retried.
 */
export async function claimKept(storage: KeyValueStore): Promise<void> {
  const code = storage.get(INVITE_CODE);
  if (code === null) return;
  try {
    const [{ worth }] = await Promise.all([
      api.get("/api/rewards/invitations/{code}", { path: { code } }),
      loadTexts(["rewards", "common", "problems"]),
    ]);
    await api.post("/api/rewards/claims", { body: { code } });
    tellGift(worth.advanced_queries);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status >= 500 || error.status === 429) return;
    showToast({ title: problemText(error), kind: "info" });
  }
  storage.remove(INVITE_CODE);
}

/** Says what a person who was invited gets, and when: nothing of it is in their account yet. */
function tellGift(count: number): void {
  const amount = fullNumber(count, currentLocale());
  showToast({
    title: findText("rewards", "accepted", { count, amount }) ?? "",
    kind: "success",
    // It stays until it was read.
    action: { label: findText("common", "close") ?? "", onPress: () => undefined },
  });
}
