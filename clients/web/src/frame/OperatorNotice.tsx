import { later, untilItComes, useLater } from "@ensemble/ui/later";
import { whenIdle } from "../boot/first-page";

const noticeBanner = later(
  whenIdle(untilItComes(async () => (await import("@ensemble/blocks/notices/NoticeBanner")).NoticeBanner)),
);

/** Shows the operator's notice. Loaded when the browser is idle. */
export function OperatorNotice() {
  const NoticeBanner = useLater(noticeBanner);
  return NoticeBanner ? <NoticeBanner /> : null;
}
