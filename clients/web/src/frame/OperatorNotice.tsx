import { later, untilItComes, useLater } from "@ensemble/ui/later";
import { whenIdle } from "../boot/first-page";

const noticeBanner = later(
  whenIdle(untilItComes(async () => (await import("@ensemble/blocks/NoticeBanner")).NoticeBanner)),
);

/** What the operator tells everybody. It comes when the browser has nothing more urgent to do. */
export function OperatorNotice() {
  const NoticeBanner = useLater(noticeBanner);
  return NoticeBanner ? <NoticeBanner /> : null;
}
